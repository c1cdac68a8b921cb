//! What texts call a task.

use super::Task;

/// The longest label that is kept, in bytes.
const LONGEST: usize = 24;

/// `[id]name` of a task, on one line. Texts name tasks again and again, and neither id nor name ever changes: the label is put
/// together once, unless it is long.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The label, and zeros behind it.
    pub bytes: [u8; LONGEST],
    /// How long it is; 0 where it is too long to be kept.
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
