//! Labels of tasks in texts.

use super::task::Task;

/// Length limit of a kept label, in bytes.
const LONGEST: usize = 24;

/// `[id]name` of a task, on one line. Texts repeat labels often, and neither id nor name ever changes: a label is built once, unless it
/// is long.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The label, padded with zeros.
    pub bytes: [u8; LONGEST],
    /// Length of the label; 0 if it is too long to be kept.
    pub length: u8,
}

impl Label {
    pub(super) fn new(task: &Task) -> Self {
        let mut label = Label { bytes: [0; LONGEST], length: 0 };
        let text = format!("[{}]{}", task.id, task.name);
        if let Some(room) = label.bytes.get_mut(..text.len()) {
            room.iter_mut().zip(text.bytes()).for_each(|(place, byte)| *place = byte.max(b' '));
            label.length = text.len() as u8;
        }
        label
    }
}
