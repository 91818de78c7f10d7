//! What the groups of a code are like: of each its sign, whether it has digits or letters, how many, and what digits are worth.

use super::group::Group;

/// Any sign before a group, or none.
pub const ANY: char = '~';
/// A group of digits, and one of letters.
pub const DIGITS: Shape = Shape::of(Of::Digits);
pub const LETTERS: Shape = Shape::of(Of::Letters);

/// What one group is like.
#[derive(Clone, Copy)]
pub struct Shape {
    sign: Option<char>,
    of: Of,
    /// The fewest characters, and the most.
    length: (usize, usize),
    /// The least and the most that digits are worth, where it counts.
    worth: Option<(u64, u64)>,
}

#[derive(Clone, Copy)]
enum Of {
    Digits,
    Letters,
    Letter(char),
}

/// This letter alone.
pub const fn letter(letter: char) -> Shape {
    Shape::of(Of::Letter(letter))
}

impl Shape {
    const fn of(of: Of) -> Self {
        Self {
            sign: None,
            of,
            length: (0, usize::MAX),
            worth: None,
        }
    }

    /// The same after a sign.
    pub const fn after(mut self, sign: char) -> Self {
        self.sign = Some(sign);
        self
    }

    /// The same of so many characters.
    pub const fn long(mut self, least: usize, most: usize) -> Self {
        self.length = (least, most);
        self
    }

    /// The same of digits that are worth so much.
    pub const fn worth(mut self, least: u64, most: u64) -> Self {
        self.worth = Some((least, most));
        self
    }

    fn fits(&self, group: &Group) -> bool {
        let known = match self.of {
            Of::Digits => group.is_digits(),
            Of::Letters => !group.is_digits(),
            Of::Letter(letter) => group.text == [letter],
        };
        let (least, most) = self.length;
        known
            && (self.sign == group.sign || self.sign == Some(ANY))
            && (least..=most).contains(&group.text.len())
            && self
                .worth
                .is_none_or(|(least, most)| group.is_in(least..=most))
    }
}

/// Whether each group has the shape in its place, and there are no more.
pub fn are(groups: &[Group], shapes: &[Shape]) -> bool {
    let mut pairs = shapes.iter().zip(groups);
    groups.len() == shapes.len() && pairs.all(|(shape, group)| shape.fits(group))
}
