//! Images and files beside words.

use stepgate_json::Json;

/// A reference to an image or a file beside words. The host keeps its bytes, by their SHA-256. Only events bring one: text of a model never becomes
/// one.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct FilePart {
    /// Image, or any other file.
    pub kind: FileKind,
    /// SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
    /// Its media type, such as `image/jpeg`.
    #[json(rename = "mediaType")]
    pub media_type: String,
    /// Its name, if it has one.
    #[json(optional)]
    pub name: Option<String>,
    /// Number of its bytes.
    pub bytes: u64,
}

impl FilePart {
    /// Its name, or else its media type.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.media_type)
    }
}

/// The kind of a file beside words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum FileKind {
    /// An image.
    Image,
    /// Any other file: a PDF, a recording.
    File,
}
