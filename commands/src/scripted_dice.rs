//! For tests alone: the faces that the dice of the stream show are laid out beforehand. Games that were played like this do
//! not verify, which is as it should be.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use gatemaster_rules::dice::{Dice, DiceFault, Roll, Seeded};

/// The id and the seed of a table.
type NextTable = (String, [u8; 32]);

/// Faces for the next dice, in order; when they are used up, the stream goes on.
#[derive(Clone, Debug, Default)]
pub struct Script {
    faces: Arc<Mutex<VecDeque<u32>>>,
    /// Id and seed of the next table, from which all its dice follow.
    table: Arc<Mutex<Option<NextTable>>>,
}

impl Script {
    /// Lays out faces, behind those that lie there still.
    pub fn lay_out(&self, faces: impl IntoIterator<Item = u32>) {
        self.faces.lock().unwrap_or_else(PoisonError::into_inner).extend(faces);
    }

    /// How many have not been used yet.
    pub fn left(&self) -> usize {
        self.faces.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The next table that is opened has this id and this seed. Its dice are those of a stream, so it does verify.
    pub fn seed_next(&self, id: &str, seed: [u8; 32]) {
        *self.table.lock().unwrap_or_else(PoisonError::into_inner) = Some((id.to_owned(), seed));
    }

    pub(crate) fn next_table(&self) -> Option<NextTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(crate) fn over(&self, stream: Seeded) -> ScriptedStream {
        ScriptedStream { script: self.clone(), stream }
    }
}

/// A stream whose faces are those that were laid out, as long as there are any.
#[derive(Debug)]
pub(crate) struct ScriptedStream {
    script: Script,
    stream: Seeded,
}

impl ScriptedStream {
    pub(crate) fn next_number(&self) -> u64 {
        self.stream.next_number()
    }
}

impl Dice for ScriptedStream {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let roll = self.stream.roll(sides)?;
        let laid_out = self.script.faces.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        match laid_out {
            Some(face) if face == 0 || face > sides => Err(DiceFault::NoSuchFace { sides, face }),
            Some(face) => Ok(Roll { face, ..roll }),
            None => Ok(roll),
        }
    }
}
