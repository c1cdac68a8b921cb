//! Compiles a pattern into steps.

use std::iter::Peekable;
use std::rc::Rc;
use std::str::Chars;

/// One instruction of a compiled pattern.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// Matches one character of a set.
    One(Set),
    /// Continues at both indices; the first is preferred.
    Either(usize, usize),
    Go(usize),
    Start,
    End,
    /// Matches at the edge of a word (`\b`), or with `false` anywhere else (`\B`).
    Edge(bool),
    /// Matches where these steps match the text ahead, or with `false` where they do not.
    Ahead(Rc<[Step]>, bool),
    Match,
}

/// A set of characters; with `not`, all characters outside it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Set {
    pub(super) not: bool,
    pub(super) parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    Range(char, char),
    /// `\d`, `\w` or `\s`; with `false` its complement `\D`, `\W` or `\S`.
    Class(char, bool),
}

/// Most steps of a pattern, with its counts written out.
const MAX_STEPS: usize = 2_000;

/// Deepest nesting of groups.
const MAX_DEPTH: usize = 32;

const NO_END: usize = usize::MAX;

type Refused = (usize, &'static str);

pub(super) fn steps(source: &str) -> Result<Vec<Step>, Refused> {
    let mut reader = Reader { rest: source.chars().peekable(), at: 0, depth: 0, steps: Vec::new() };
    reader.either()?;
    if reader.peek().is_some() {
        return Err((reader.at, "a bracket that closes nothing"));
    }
    reader.push(Step::Match)?;
    Ok(reader.steps)
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    /// Position in the pattern, in characters.
    at: usize,
    depth: usize,
    steps: Vec<Step>,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    fn next(&mut self) -> Option<char> {
        self.at += usize::from(self.rest.peek().is_some());
        self.rest.next()
    }

    fn takes(&mut self, wanted: char) -> bool {
        let is = self.peek() == Some(wanted);
        if is {
            self.next();
        }
        is
    }

    fn push(&mut self, step: Step) -> Result<(), Refused> {
        if self.steps.len() == MAX_STEPS {
            return Err((self.at, "more than 2000 steps"));
        }
        self.steps.push(step);
        Ok(())
    }

    /// Compiles the branches between `|`.
    fn either(&mut self) -> Result<(), Refused> {
        let mut ends = Vec::new();
        loop {
            let start = self.steps.len();
            self.sequence()?;
            if !self.takes('|') {
                break;
            }
            self.insert(start, Step::Either(start + 1, self.steps.len() + 2))?;
            ends.push(self.steps.len());
            self.push(Step::Go(0))?;
        }
        let end = self.steps.len();
        for at in ends {
            self.set(at, Step::Go(end));
        }
        Ok(())
    }

    fn sequence(&mut self) -> Result<(), Refused> {
        while self.peek().is_some_and(|c| !matches!(c, '|' | ')')) {
            let start = self.steps.len();
            let place = self.at;
            let counted = self.atom()?;
            self.quantifier(start, counted, place)?;
        }
        Ok(())
    }

    /// Compiles one character, set, group or assertion. Returns whether a quantifier may follow it.
    fn atom(&mut self) -> Result<bool, Refused> {
        let place = self.at;
        let step = match self.next() {
            Some('(') => return self.group(place),
            Some('[') => Step::One(self.set_of_characters()?),
            Some('.') => Step::One(Set {
                not: true,
                parts: ['\n', '\r', '\u{2028}', '\u{2029}'].map(|c| Part::Range(c, c)).to_vec(),
            }),
            Some('^') => Step::Start,
            Some('$') => Step::End,
            Some('*' | '+' | '?') => return Err((place, "nothing to repeat")),
            Some('\\') => match self.peek() {
                Some(edge @ ('b' | 'B')) => {
                    self.next();
                    Step::Edge(edge == 'b')
                }
                _ => Step::One(Set { not: false, parts: vec![self.escape(place)?] }),
            },
            Some(c) => Step::One(Set { not: false, parts: vec![Part::Range(c, c)] }),
            None => return Ok(false),
        };
        let counted = matches!(step, Step::One(_));
        self.push(step)?;
        Ok(counted)
    }

    fn group(&mut self, place: usize) -> Result<bool, Refused> {
        if self.depth == MAX_DEPTH {
            return Err((place, "groups in more than 32 groups"));
        }
        if self.takes('?') && !self.takes(':') {
            if self.takes('=') {
                return self.ahead(true);
            }
            if self.takes('!') {
                return self.ahead(false);
            }
            let named = self.takes('<') && self.peek().is_some_and(|c| c.is_alphabetic() || c == '_');
            if !named {
                return Err((place, "looking behind"));
            }
            while self.next().is_some_and(|c| c != '>') {}
        }
        self.inside()?;
        Ok(true)
    }

    /// Compiles the rest of a group.
    fn inside(&mut self) -> Result<(), Refused> {
        self.depth += 1;
        self.either()?;
        self.depth -= 1;
        match self.takes(')') {
            true => Ok(()),
            false => Err((self.at, "a bracket is missing")),
        }
    }

    /// Compiles the condition of a look ahead, which nothing may repeat.
    fn ahead(&mut self, wanted: bool) -> Result<bool, Refused> {
        let outside = std::mem::take(&mut self.steps);
        self.inside()?;
        self.push(Step::Match)?;
        let condition = std::mem::replace(&mut self.steps, outside);
        self.push(Step::Ahead(condition.into(), wanted))?;
        Ok(false)
    }

    /// Reads the escape behind a backslash.
    fn escape(&mut self, place: usize) -> Result<Part, Refused> {
        let c = match self.next() {
            Some(class @ ('d' | 'w' | 's')) => return Ok(Part::Class(class, true)),
            Some(class @ ('D' | 'W' | 'S')) => return Ok(Part::Class(class.to_ascii_lowercase(), false)),
            Some('t') => '\t',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('f') => '\u{c}',
            Some('v') => '\u{b}',
            Some('0') => '\0',
            Some('x') => self.hexadecimal(2, place)?,
            Some('u') if self.takes('{') => {
                let c = self.hexadecimal(6, place)?;
                self.takes('}');
                c
            }
            Some('u') => self.hexadecimal(4, place)?,
            Some('1'..='9' | 'k') => return Err((place, "a back-reference")),
            Some(c) if c.is_alphanumeric() => return Err((place, "an unknown escape")),
            Some(c) => c,
            None => return Err((self.at, "a backslash with nothing behind it")),
        };
        Ok(Part::Range(c, c))
    }

    fn hexadecimal(&mut self, digits: usize, place: usize) -> Result<char, Refused> {
        let mut code = 0;
        for _ in 0..digits {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(16)) else { break };
            code = code * 16 + digit;
            self.next();
        }
        char::from_u32(code).ok_or((place, "no character"))
    }

    fn set_of_characters(&mut self) -> Result<Set, Refused> {
        let mut set = Set { not: self.takes('^'), parts: Vec::new() };
        loop {
            let place = self.at;
            let from = match self.next() {
                Some(']') => return Ok(set),
                Some('\\') => self.in_set(place)?,
                Some(c) => Part::Range(c, c),
                None => return Err((self.at, "a bracket is missing")),
            };
            let mut ahead = self.rest.clone();
            let is_range = ahead.next() == Some('-') && ahead.next().is_some_and(|c| c != ']');
            let Part::Range(first, _) = (if is_range { from.clone() } else { Part::Class('d', true) }) else {
                set.parts.push(from);
                continue;
            };
            self.next();
            let to = match self.next() {
                Some('\\') => self.in_set(place)?,
                Some(c) => Part::Range(c, c),
                None => return Err((self.at, "a bracket is missing")),
            };
            match to {
                Part::Range(last, _) if first <= last => set.parts.push(Part::Range(first, last)),
                _ => return Err((place, "a range in the wrong order")),
            }
        }
    }

    fn in_set(&mut self, place: usize) -> Result<Part, Refused> {
        if self.takes('b') {
            return Ok(Part::Range('\u{8}', '\u{8}'));
        }
        self.escape(place)
    }

    /// Compiles `*`, `+`, `?` or `{2,3}`: repeats the steps from `start` on.
    fn quantifier(&mut self, start: usize, counted: bool, place: usize) -> Result<(), Refused> {
        let sign = self.at;
        let (min, max) = match self.peek() {
            Some('*') => (0, NO_END),
            Some('+') => (1, NO_END),
            Some('?') => (0, 1),
            Some('{') => match self.count() {
                Some(count) => count,
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        if self.at == sign {
            self.next();
        }
        if !counted || min > max {
            return Err((if counted { sign } else { place }, "nothing that can be repeated so often"));
        }
        self.takes('?');
        let next = self.at;
        match self.peek() {
            Some('*' | '+' | '?') => Err((next, "nothing to repeat")),
            Some('{') if self.count().is_some() => Err((next, "nothing to repeat")),
            _ => self.repeat(start, min, max),
        }
    }

    /// Reads `{2}`, `{2,}` or `{2,3}`; a brace with anything else is text.
    fn count(&mut self) -> Option<(usize, usize)> {
        let mut ahead = self.rest.clone();
        ahead.next();
        let inside: String = ahead.by_ref().take_while(|c| *c != '}').take(20).collect();
        let number = |text: &str| text.parse::<usize>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
        let count = match inside.split_once(',') {
            None => number(&inside).map(|n| (n, n)),
            Some((min, "")) => number(min).map(|min| (min, NO_END)),
            Some((min, max)) => number(min).zip(number(max)),
        }?;
        for _ in 0..inside.len() + 2 {
            self.next();
        }
        Some(count)
    }

    fn repeat(&mut self, start: usize, min: usize, max: usize) -> Result<(), Refused> {
        let once: Vec<Step> = self.steps.split_off(start);
        for _ in 0..min {
            self.copy(&once, start)?;
        }
        if max == NO_END {
            let at = self.steps.len();
            self.push(Step::Either(at + 1, at + once.len() + 2))?;
            self.copy(&once, start)?;
            return self.push(Step::Go(at));
        }
        for _ in min..max {
            let at = self.steps.len();
            self.push(Step::Either(at + 1, at + once.len() + 1))?;
            self.copy(&once, start)?;
        }
        Ok(())
    }

    /// Appends a copy of steps that were compiled at index `start`, with their targets moved.
    fn copy(&mut self, steps: &[Step], start: usize) -> Result<(), Refused> {
        let at = self.steps.len();
        let moved = |to: usize| to - start + at;
        for step in steps {
            self.push(match step {
                Step::Either(one, other) => Step::Either(moved(*one), moved(*other)),
                Step::Go(to) => Step::Go(moved(*to)),
                step => step.clone(),
            })?;
        }
        Ok(())
    }

    /// Inserts a step at index `at`, and moves the targets behind it.
    fn insert(&mut self, at: usize, step: Step) -> Result<(), Refused> {
        let rest = self.steps.split_off(at);
        self.push(step)?;
        self.copy(&rest, at)
    }

    fn set(&mut self, at: usize, step: Step) {
        if let Some(place) = self.steps.get_mut(at) {
            *place = step;
        }
    }
}
