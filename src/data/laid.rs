//! Tables as bytes: the build lays them, and the program takes them back without parsing text. Words stay where they lie, and
//! each is looked up there.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::compact;

/// Texts of a table: those that the build laid as their own bytes are borrowed.
pub type Text = Cow<'static, str>;

/// What can be laid.
#[allow(dead_code, reason = "the build lays, the program takes")]
pub trait Laid: Sized {
    /// Appends its bytes.
    fn lay(&self, out: &mut Vec<u8>);

    /// Takes it off the head of `bytes`; `None` where they are no such thing.
    fn take(bytes: &mut &'static [u8]) -> Option<Self>;
}

/// What the build laid; the default of bytes that are something else.
pub fn of<T: Laid + Default>(mut bytes: &'static [u8]) -> T {
    T::take(&mut bytes).unwrap_or_default()
}

/// Lays a struct field by field; those after `but` are for the build alone. An enum `as u8` is found among its `ALL`.
macro_rules! laid {
    ($type:ident as u8) => {
        impl $crate::data::laid::Laid for $type {
            fn lay(&self, out: &mut Vec<u8>) {
                (*self as u8).lay(out);
            }

            fn take(bytes: &mut &'static [u8]) -> Option<Self> {
                let number = u8::take(bytes)?;
                Self::ALL.into_iter().find(|kind| *kind as u8 == number)
            }
        }
    };
    ($type:ident { $($field:ident),+ $(,)? } $(but $left:ident)?) => {
        impl $crate::data::laid::Laid for $type {
            fn lay(&self, out: &mut Vec<u8>) {
                $($crate::data::laid::Laid::lay(&self.$field, out);)+
            }

            fn take(bytes: &mut &'static [u8]) -> Option<Self> {
                Some(Self {
                    $($field: $crate::data::laid::Laid::take(bytes)?,)+
                    $($left: Default::default(),)?
                })
            }
        }
    };
}
pub(crate) use laid;

/// Numbers of a fixed width.
macro_rules! numbers {
    ($($type:ty),+) => {$(
        impl Laid for $type {
            fn lay(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }

            fn take(bytes: &mut &'static [u8]) -> Option<Self> {
                let own = bytes.split_off(..size_of::<Self>())?;
                Some(Self::from_le_bytes(*own.first_chunk()?))
            }
        }
    )+};
}
numbers!(u8, u16, u64, u128);

/// The bit of a byte that tells that another one follows.
const MORE: u8 = 0x80;

/// Lengths and places: seven bits a byte, the lowest first.
impl Laid for usize {
    fn lay(&self, out: &mut Vec<u8>) {
        let mut rest = *self;
        while rest >= usize::from(MORE) {
            out.push(rest as u8 | MORE);
            rest >>= 7;
        }
        out.push(rest as u8);
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        // Most take one byte.
        let first = *bytes.split_off_first()?;
        let mut number = usize::from(first & !MORE);
        if first & MORE == 0 {
            return Some(number);
        }
        for shift in (7..u32::BITS).step_by(7) {
            let byte = *bytes.split_off_first()?;
            number |= usize::from(byte & !MORE) << shift;
            if byte & MORE == 0 {
                return Some(number);
            }
        }
        None
    }
}

impl Laid for bool {
    fn lay(&self, out: &mut Vec<u8>) {
        out.push((*self).into());
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        Some(*bytes.split_off_first()? != 0)
    }
}

impl Laid for char {
    fn lay(&self, out: &mut Vec<u8>) {
        (*self as usize).lay(out);
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        char::from_u32(usize::take(bytes)?.try_into().ok()?)
    }
}

impl Laid for () {
    fn lay(&self, _: &mut Vec<u8>) {}

    fn take(_: &mut &'static [u8]) -> Option<Self> {
        Some(())
    }
}

impl Laid for &'static str {
    fn lay(&self, out: &mut Vec<u8>) {
        self.len().lay(out);
        out.extend(self.bytes());
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        let length = usize::take(bytes)?;
        str::from_utf8(bytes.split_off(..length)?).ok()
    }
}

impl Laid for Text {
    fn lay(&self, out: &mut Vec<u8>) {
        let packed = compact::pack(self);
        packed.len().lay(out);
        out.extend(&*packed);
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        let length = usize::take(bytes)?;
        compact::unpack(bytes.split_off(..length)?)
    }
}

impl<T: Laid> Laid for Option<T> {
    fn lay(&self, out: &mut Vec<u8>) {
        self.is_some().lay(out);
        self.iter().for_each(|value| value.lay(out));
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        match bool::take(bytes)? {
            true => T::take(bytes).map(Some),
            false => Some(None),
        }
    }
}

impl<A: Laid, B: Laid> Laid for (A, B) {
    fn lay(&self, out: &mut Vec<u8>) {
        self.0.lay(out);
        self.1.lay(out);
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        Some((A::take(bytes)?, B::take(bytes)?))
    }
}

impl<T: Laid> Laid for Vec<T> {
    fn lay(&self, out: &mut Vec<u8>) {
        self.len().lay(out);
        self.iter().for_each(|value| value.lay(out));
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        let length = usize::take(bytes)?;
        // Nearly all values take a byte or more, so that a wrong length asks for no more memory than there are bytes.
        let mut values = Self::with_capacity(length.min(bytes.len()));
        for _ in 0..length {
            values.push(T::take(bytes)?);
        }
        Some(values)
    }
}

impl<T: Laid + Default, const N: usize> Laid for [T; N] {
    fn lay(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|value| value.lay(out));
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        let mut values = std::array::from_fn(|_| T::default());
        for value in &mut values {
            *value = T::take(bytes)?;
        }
        Some(values)
    }
}

impl<K: Laid + Ord, V: Laid> Laid for BTreeMap<K, V> {
    fn lay(&self, out: &mut Vec<u8>) {
        self.len().lay(out);
        for (key, value) in self {
            key.lay(out);
            value.lay(out);
        }
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        let length = usize::take(bytes)?;
        (0..length).map(|_| Laid::take(bytes)).collect()
    }
}

/// A value that is taken when it is first asked for: most of a table are not in what a program reads.
pub struct Later<T> {
    bytes: &'static [u8],
    value: OnceLock<Option<T>>,
}

impl<T> From<T> for Later<T> {
    fn from(value: T) -> Self {
        Self {
            bytes: &[],
            value: OnceLock::from(Some(value)),
        }
    }
}

impl<T: Laid> Later<T> {
    pub fn get(&self) -> Option<&T> {
        let take = || T::take(&mut { self.bytes });
        self.value.get_or_init(take).as_ref()
    }
}

impl<T: Laid> Laid for Later<T> {
    fn lay(&self, out: &mut Vec<u8>) {
        let mut bytes = Vec::new();
        self.get().iter().for_each(|value| value.lay(&mut bytes));
        bytes.len().lay(out);
        out.extend(bytes);
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        let length = usize::take(bytes)?;
        Some(Self {
            bytes: bytes.split_off(..length)?,
            value: OnceLock::new(),
        })
    }
}

/// Words, and what each of them has.
#[derive(Clone)]
pub enum Words<V> {
    /// As a file is read.
    Added(BTreeMap<String, V>),
    /// As the build laid them.
    Laid(Lookup),
}

/// Where words are found by their hashes. An entry is a word, and then what it has.
#[derive(Clone, Copy)]
pub struct Lookup {
    /// For each hash where its entry ends the search, or another one's: the offset of the entry and one more, beside eight bits of
    /// the hash; 0 where no entry is.
    slots: &'static [[u8; 4]],
    entries: &'static [u8],
}

/// Bits of a slot that tell where its entry is.
const OFFSET: u32 = 24;

impl<V> Default for Words<V> {
    fn default() -> Self {
        Self::Added(BTreeMap::new())
    }
}

#[allow(dead_code, reason = "the build adds, the program looks up")]
impl<V: Laid + Clone> Words<V> {
    /// Adds a word, or puts another value in place of its own.
    pub fn insert(&mut self, word: &str, value: V) {
        if let Self::Added(words) = self {
            words.insert(word.to_owned(), value);
        }
    }

    /// What a word has.
    pub fn get(&self, word: &str) -> Option<V> {
        match self {
            Self::Added(words) => words.get(word).cloned(),
            Self::Laid(lookup) => V::take(&mut lookup.find(word)?),
        }
    }

    /// Whether a word is there.
    pub fn contains(&self, word: &str) -> bool {
        match self {
            Self::Added(words) => words.contains_key(word),
            Self::Laid(lookup) => lookup.find(word).is_some(),
        }
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Self::Added(words) => words.is_empty(),
            Self::Laid(lookup) => lookup.entries.is_empty(),
        }
    }

    /// All words with what they have, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (Text, V)> {
        let (added, laid) = match self {
            Self::Added(words) => (Some(words), None),
            Self::Laid(lookup) => (None, Some(lookup)),
        };
        let added = added.into_iter().flatten();
        let added = added.map(|(word, value)| (Cow::Owned(word.clone()), value.clone()));
        let laid = laid.into_iter().flat_map(|lookup| {
            let mut rest = lookup.entries;
            std::iter::from_fn(move || Laid::take(&mut rest))
        });
        added.chain(laid)
    }
}

impl<V: Laid + Clone + Default> Words<V> {
    /// What a word has, to be changed: nothing yet where the word was not there.
    #[allow(dead_code, reason = "the build adds")]
    pub fn value(&mut self, word: &str) -> Option<&mut V> {
        match self {
            Self::Added(words) => Some(words.entry(word.to_owned()).or_default()),
            Self::Laid(_) => None,
        }
    }
}

impl Lookup {
    /// What stands after a word, where the word is there.
    fn find(&self, word: &str) -> Option<&'static [u8]> {
        let (mut at, mark) = place(word.as_bytes(), self.slots.len());
        for _ in self.slots {
            let slot = u32::from_le_bytes(*self.slots.get(at)?);
            let offset = (slot & ((1 << OFFSET) - 1)).checked_sub(1)?;
            if slot >> OFFSET == mark {
                let mut entry = self.entries.get(offset as usize..)?;
                let length = usize::take(&mut entry)?;
                if compact::is(entry.split_off(..length)?, word) {
                    return Some(entry);
                }
            }
            at = (at + 1) % self.slots.len();
        }
        None
    }
}

/// Of so many slots the one at which the search for a word begins, and what the slot of its entry is marked with.
fn place(word: &[u8], slots: usize) -> (usize, u32) {
    // The constant of the golden ratio, which spreads what differs over all bits.
    let mixed =
        |hash: u64, chunk: u64| (hash.rotate_left(5) ^ chunk).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (chunks, rest) = word.as_chunks::<8>();
    let chunks = chunks.iter().map(|chunk| u64::from_le_bytes(*chunk));
    let last = rest
        .iter()
        .fold(word.len() as u64, |last, byte| last << 8 | u64::from(*byte));
    let hash = mixed(chunks.fold(0, mixed), last);
    let hash = mixed(hash, hash >> 32) >> 32;
    (
        ((hash * slots as u64) >> 32) as usize,
        hash as u32 % (1 << (u32::BITS - OFFSET)),
    )
}

impl<V: Laid + Clone> Laid for Words<V> {
    fn lay(&self, out: &mut Vec<u8>) {
        let mut entries = Vec::new();
        let words: Vec<(Text, V)> = self.iter().collect();
        // A third of them is empty, so that searches are short.
        let mut slots = vec![0_u32; words.len() + words.len().div_ceil(2)];
        for (word, value) in words {
            let (mut at, mark) = place(word.as_bytes(), slots.len());
            while slots[at] != 0 {
                at = (at + 1) % slots.len();
            }
            assert!(entries.len() + 1 < 1 << OFFSET, "too many words");
            slots[at] = mark << OFFSET | (entries.len() as u32 + 1);
            word.lay(&mut entries);
            value.lay(&mut entries);
        }
        slots.len().lay(out);
        entries.len().lay(out);
        out.extend(slots.iter().flat_map(|slot| slot.to_le_bytes()));
        out.extend(entries);
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        let (slots, entries) = Laid::take(bytes)?;
        let slots: usize = slots;
        let (slots, _) = bytes.split_off(..slots.checked_mul(4)?)?.as_chunks();
        let entries = bytes.split_off(..entries)?;
        Some(Self::Laid(Lookup { slots, entries }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again<T: Laid>(value: &T) -> T {
        let mut bytes = Vec::new();
        value.lay(&mut bytes);
        let mut rest: &'static [u8] = bytes.leak();
        let taken = T::take(&mut rest).unwrap();
        assert!(rest.is_empty());
        taken
    }

    #[test]
    fn what_is_laid_is_taken_back() {
        for number in [0, 1, 127, 128, 300, 16_384, u32::MAX as usize] {
            assert_eq!(again(&number), number);
        }
        let value = (vec![Some('क'), None], (Text::from("कर"), [7_u64, u64::MAX]));
        assert_eq!(again(&value), value);
        assert_eq!(again(&Later::from(value.clone())).get(), Some(&value));
    }

    #[test]
    fn each_word_is_found_where_it_was_laid_and_no_other() {
        let mut words = Words::default();
        assert_eq!(again(&words).get(""), None::<usize>);
        for number in 0..1_000 {
            words.insert(&format!("शब्द{number}"), number);
        }
        words.insert("", 1_000);
        let laid = again(&words);
        assert_eq!(laid.iter().count(), 1_001);
        for number in 0..1_000 {
            assert_eq!(laid.get(&format!("शब्द{number}")), Some(number));
            assert!(!laid.contains(&format!("शब्दः{number}")));
        }
        assert_eq!(laid.get(""), Some(1_000));
    }

    #[test]
    fn bytes_of_something_else_are_refused_without_a_panic() {
        let mut words = Words::default();
        for number in 0..9_usize {
            words.insert(&number.to_string(), vec![Text::from("क"); number]);
        }
        let mut bytes = Vec::new();
        words.lay(&mut bytes);
        let bytes: &'static [u8] = bytes.leak();
        for cut in 0..bytes.len() {
            assert!(Words::<Vec<Text>>::take(&mut &bytes[..cut]).is_none());
        }
        let wrong: &'static [u8] = vec![255; bytes.len()].leak();
        assert!(Words::<Vec<Text>>::take(&mut &wrong[..]).is_none());
        assert!(<[char; 2]>::take(&mut &wrong[..]).is_none());
    }
}
