//! A stack of tasks, for systems whose commands set off more than one thing. Tasks are done one after the other until one of
//! them needs somebody's decision: that one waits on top, through restarts, and the rest goes on once it has been answered.
//! Each system says what its tasks are and who decides about them.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// Tasks still to be done; the last is done first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stack<T>(Vec<T>);

impl<T> Default for Stack<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Deref for Stack<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> From<Vec<T>> for Stack<T> {
    fn from(tasks: Vec<T>) -> Self {
        Self(tasks)
    }
}

impl<T> Stack<T> {
    /// Puts things to do on the stack: the first of them is done first.
    pub fn push(&mut self, tasks: impl IntoIterator<Item = T, IntoIter: DoubleEndedIterator>) {
        self.0.extend(tasks.into_iter().rev());
    }

    pub fn pop(&mut self) -> Option<T> {
        self.0.pop()
    }

    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.0.retain(keep);
    }
}

/// Works off a stack of tasks.
pub trait StackWorker {
    type Task;

    fn stack(&mut self) -> &mut Stack<Self::Task>;

    /// Whether somebody has to decide about this first.
    fn waits(&self, task: &Self::Task) -> bool;

    fn perform(&mut self, task: Self::Task) -> Result<(), Refusal>;

    /// Does what there is to do, until somebody is asked.
    fn go(&mut self) -> Result<(), Refusal> {
        while let Some(task) = self.stack().pop() {
            if self.waits(&task) {
                self.stack().push([task]);
                return Ok(());
            }
            self.perform(task)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Countdown {
        stack: Stack<u32>,
        done: Vec<u32>,
    }

    impl StackWorker for Countdown {
        type Task = u32;

        fn stack(&mut self) -> &mut Stack<u32> {
            &mut self.stack
        }

        fn waits(&self, task: &u32) -> bool {
            *task == 13
        }

        fn perform(&mut self, task: u32) -> Result<(), Refusal> {
            self.done.push(task);
            if task == 3 {
                self.stack.push([31, 32]);
            }
            Ok(())
        }
    }

    #[test]
    fn what_follows_from_a_task_is_done_before_the_rest_and_a_decision_is_waited_for() {
        let mut work = Countdown::default();
        work.stack.push([1, 3, 13, 4]);
        work.go().unwrap();
        assert_eq!((&work.done[..], &work.stack[..]), (&[1, 3, 31, 32][..], &[4, 13][..]));
        work.go().unwrap();
        assert_eq!(work.stack.last(), Some(&13), "it still waits");
        work.stack.pop();
        work.go().unwrap();
        assert!(work.stack.is_empty() && work.done.last() == Some(&4));
    }

    #[test]
    fn a_stack_is_stored_as_a_plain_list() {
        let stack = Stack::from(vec![1, 2]);
        assert_eq!(serde_json::to_string(&stack).unwrap(), "[1,2]");
        assert_eq!(serde_json::from_str::<Stack<i32>>("[1,2]").unwrap(), stack);
    }
}
