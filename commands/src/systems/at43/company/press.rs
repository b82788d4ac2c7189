//! What the buttons, lists and forms about companies mean. No name, no army and no sum is ever in one: what they are about lies in
//! a draft, and a checksum says whether it is still the one that was shown.

use gatemaster_rules::ids::Seat;

use super::super::press::Words;

/// Which part of a unit a list changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Number,
    Equipment,
    Special,
    /// Officers and heroes.
    Officer,
    Specialists,
}

impl Part {
    pub const ALL: [Part; 5] =
        [Part::Number, Part::Equipment, Part::Special, Part::Officer, Part::Specialists];

    fn number(self) -> u32 {
        match self {
            Part::Number => 0,
            Part::Equipment => 1,
            Part::Special => 2,
            Part::Officer => 3,
            Part::Specialists => 4,
        }
    }

    fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.number() == number)
    }
}

/// `hash` is that of the draft with which it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompanyPress {
    /// One's own company, in private: what is ready, what is kept, and the way to build one.
    Open,
    /// The first legal ready one is locked at once.
    TakeReady,
    /// A ready or kept one is picked: in a game it is locked at once, if it is legal.
    Take,
    /// The company in the making; a page of it.
    Bench(u32),
    /// Everything that is wrong with it; a page of that.
    Check(u32),
    Army(u32),
    Add(u32),
    /// Picks a unit to change.
    Unit(u32),
    /// A unit with what it can have; the lists that found no room on its first page are on the second.
    Show {
        hash: u32,
        unit: u8,
        second: bool,
    },
    /// Another number, weapon … of a unit is picked.
    Set {
        hash: u32,
        unit: u8,
        part: Part,
    },
    /// Assault becomes reinforcement, or the other way about.
    Mark {
        hash: u32,
        unit: u8,
    },
    Copy {
        hash: u32,
        unit: u8,
    },
    Remove {
        hash: u32,
        unit: u8,
    },
    Undo(u32),
    Anew(u32),
    Lock(u32),
    Unlock,
    /// Opens the form for its name, and is the form itself.
    Save(u32),
    /// The kept and ready ones, to go on from.
    Load,
    LoadThis,
    /// Opens the form with it as text, and is the form itself.
    Text(u32),
    Export(u32),
    /// One's own sheet, with the picture.
    Sheet(u32),
    /// Asks once more, and then shows it to everybody.
    Share(u32),
    ShareNow(u32),
    /// A copy of what somebody keeps, as long as it is what was shared; the numbers are theirs, in halves.
    TakeCopy {
        high: u32,
        low: u32,
        sum: u32,
    },
    /// A kept company gets another name, or goes; the sum says which. The first is its form, too.
    RenameKept(u32),
    DeleteKept(u32),
    /// What a side plays with, once all are shown: kept by whoever presses, or as files.
    KeepShown(Seat),
    ExportShown(Seat),
    /// The others say whether they accept so many points too many.
    Accept {
        of: Seat,
        over: u32,
        accept: bool,
    },
    /// Any side's sheet, once all are shown; a page of it.
    Sheets {
        of: Option<Seat>,
        page: u32,
    },
}

impl CompanyPress {
    pub fn words(self) -> Words {
        let flag = u32::from;
        match self {
            Self::Open => ("open", Vec::new()),
            Self::TakeReady => ("ready", Vec::new()),
            Self::Take => ("take", Vec::new()),
            Self::Bench(page) => ("bench", vec![page]),
            Self::Check(page) => ("check", vec![page]),
            Self::Army(hash) => ("army", vec![hash]),
            Self::Add(hash) => ("add", vec![hash]),
            Self::Unit(hash) => ("unit", vec![hash]),
            Self::Show { hash, unit, second } => ("show", vec![hash, unit.into(), flag(second)]),
            Self::Set { hash, unit, part } => ("set", vec![hash, unit.into(), part.number()]),
            Self::Mark { hash, unit } => ("mark", vec![hash, unit.into()]),
            Self::Copy { hash, unit } => ("copy", vec![hash, unit.into()]),
            Self::Remove { hash, unit } => ("remove", vec![hash, unit.into()]),
            Self::Undo(hash) => ("undo", vec![hash]),
            Self::Anew(hash) => ("anew", vec![hash]),
            Self::Lock(hash) => ("lock", vec![hash]),
            Self::Unlock => ("unlock", Vec::new()),
            Self::Save(hash) => ("save", vec![hash]),
            Self::Load => ("load", Vec::new()),
            Self::LoadThis => ("load-this", Vec::new()),
            Self::Text(hash) => ("text", vec![hash]),
            Self::Export(hash) => ("export", vec![hash]),
            Self::Sheet(page) => ("sheet", vec![page]),
            Self::Share(hash) => ("share", vec![hash]),
            Self::ShareNow(hash) => ("share-now", vec![hash]),
            Self::TakeCopy { high, low, sum } => ("take-copy", vec![high, low, sum]),
            Self::RenameKept(sum) => ("rename-kept", vec![sum]),
            Self::DeleteKept(sum) => ("delete-kept", vec![sum]),
            Self::KeepShown(of) => ("keep-shown", vec![of.0.into()]),
            Self::ExportShown(of) => ("export-shown", vec![of.0.into()]),
            Self::Accept { of, over, accept } => ("accept", vec![of.0.into(), over, flag(accept)]),
            Self::Sheets { of: None, page } => ("sheets", vec![page]),
            Self::Sheets { of: Some(seat), page } => ("sheets", vec![page, seat.0.into()]),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        let small = |number: u32| u8::try_from(number).ok();
        let flag = |number: u32| match number {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        };
        Some(match (word, numbers) {
            ("open", []) => Self::Open,
            ("ready", []) => Self::TakeReady,
            ("take", []) => Self::Take,
            ("bench", [page]) => Self::Bench(*page),
            ("check", [page]) => Self::Check(*page),
            ("army", [hash]) => Self::Army(*hash),
            ("add", [hash]) => Self::Add(*hash),
            ("unit", [hash]) => Self::Unit(*hash),
            ("show", [hash, unit, second]) => {
                Self::Show { hash: *hash, unit: small(*unit)?, second: flag(*second)? }
            }
            ("set", [hash, unit, part]) => {
                Self::Set { hash: *hash, unit: small(*unit)?, part: Part::from_number(*part)? }
            }
            ("mark", [hash, unit]) => Self::Mark { hash: *hash, unit: small(*unit)? },
            ("copy", [hash, unit]) => Self::Copy { hash: *hash, unit: small(*unit)? },
            ("remove", [hash, unit]) => Self::Remove { hash: *hash, unit: small(*unit)? },
            ("undo", [hash]) => Self::Undo(*hash),
            ("anew", [hash]) => Self::Anew(*hash),
            ("lock", [hash]) => Self::Lock(*hash),
            ("unlock", []) => Self::Unlock,
            ("save", [hash]) => Self::Save(*hash),
            ("load", []) => Self::Load,
            ("load-this", []) => Self::LoadThis,
            ("text", [hash]) => Self::Text(*hash),
            ("export", [hash]) => Self::Export(*hash),
            ("sheet", [page]) => Self::Sheet(*page),
            ("share", [hash]) => Self::Share(*hash),
            ("share-now", [hash]) => Self::ShareNow(*hash),
            ("take-copy", [high, low, sum]) => Self::TakeCopy { high: *high, low: *low, sum: *sum },
            ("rename-kept", [sum]) => Self::RenameKept(*sum),
            ("delete-kept", [sum]) => Self::DeleteKept(*sum),
            ("keep-shown", [of]) => Self::KeepShown(Seat(small(*of)?)),
            ("export-shown", [of]) => Self::ExportShown(Seat(small(*of)?)),
            ("accept", [of, over, accept]) => {
                Self::Accept { of: Seat(small(*of)?), over: *over, accept: flag(*accept)? }
            }
            ("sheets", [page]) => Self::Sheets { of: None, page: *page },
            ("sheets", [page, of]) => Self::Sheets { of: Some(Seat(small(*of)?)), page: *page },
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        let (hash, unit, most) = (u32::MAX, u8::MAX, u32::MAX);
        let mut samples = vec![
            Self::Open,
            Self::TakeReady,
            Self::Take,
            Self::Bench(most),
            Self::Check(most),
            Self::Army(hash),
            Self::Add(hash),
            Self::Unit(hash),
            Self::Show { hash, unit, second: true },
            Self::Mark { hash, unit },
            Self::Copy { hash, unit },
            Self::Remove { hash, unit },
            Self::Undo(hash),
            Self::Anew(hash),
            Self::Lock(hash),
            Self::Unlock,
            Self::Save(hash),
            Self::Load,
            Self::LoadThis,
            Self::Text(hash),
            Self::Export(hash),
            Self::Sheet(most),
            Self::Share(hash),
            Self::ShareNow(hash),
            Self::TakeCopy { high: most, low: most, sum: hash },
            Self::RenameKept(hash),
            Self::DeleteKept(hash),
            Self::KeepShown(Seat(u8::MAX)),
            Self::ExportShown(Seat(u8::MAX)),
            Self::Accept { of: Seat(u8::MAX), over: most, accept: true },
            Self::Sheets { of: None, page: most },
            Self::Sheets { of: Some(Seat(u8::MAX)), page: most },
        ];
        samples.extend(Part::ALL.map(|part| Self::Set { hash, unit, part }));
        samples
    }
}
