//! The keys of a language's data by which the code asks, as `shared/keys.txt` has them. One that is not there does not compile.

/// What is known of a key.
#[derive(Debug)]
pub struct Row {
    /// How the data names it.
    pub key: &'static str,
    /// The section that has it.
    pub section: &'static str,
    /// What it is for.
    pub what: &'static str,
}

macro_rules! keys {
    ($name:ident { $($variant:ident $key:literal $section:literal $what:literal;)+ }) => {
        #[doc = concat!("The keys that `shared/keys.txt` tells of: ", stringify!($name), ".")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = $what] $variant,)+
        }

        #[allow(dead_code, reason = "not all is asked of each")]
        impl $name {
            /// All of them, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// What is known of each.
            pub const ROWS: &[Row] = &[$(Row { key: $key, section: $section, what: $what },)+];

            /// What is known of this one.
            pub const fn row(self) -> &'static Row {
                &Self::ROWS[self as usize]
            }

            /// The one with this name.
            pub fn of(key: &str) -> Option<Self> {
                let at = Self::ROWS.iter().position(|row| row.key == key)?;
                Self::ALL.get(at).copied()
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/keys.rs"));
