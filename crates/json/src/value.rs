//! The macro that makes a JSON object of Rust values.

/// Makes a JSON object, a `serde_json::Value`, of keys and values. A value is anything that implements
/// [`ToJson`](crate::ToJson).
///
/// ```
/// use stepgate_json::value;
///
/// let made = value! { "title": "Call Ann", "due": 3u32, "tags": vec!["phone".to_owned()] };
/// assert_eq!(made, serde_json::json!({ "title": "Call Ann", "due": 3, "tags": ["phone"] }));
/// ```
#[macro_export]
macro_rules! value {
    ($($key:literal: $value:expr),* $(,)?) => {{
        #[allow(unused_mut)]
        let mut out = $crate::Writer::object();
        $(out.member($key, &$value);)*
        out.object_value()
    }};
}
