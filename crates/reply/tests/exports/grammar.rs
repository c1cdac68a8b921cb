//! Recogniser for GBNF, the grammar language of llama.cpp.

use std::collections::{BTreeSet, HashMap};

/// Rules of a grammar by name.
pub(crate) struct Grammar(HashMap<String, Expression>);

#[derive(Clone)]
enum Expression {
    Literal(Vec<char>),
    Set { not: bool, ranges: Vec<(char, char)> },
    Rule(String),
    All(Vec<Expression>),
    Either(Vec<Expression>),
    Repeat(Box<Expression>, usize, usize),
}

impl Grammar {
    pub(crate) fn read(text: &str) -> Grammar {
        let rules = text.lines().map(|line| {
            let (name, expression) = line.split_once(" ::= ").unwrap_or_else(|| panic!("no rule: {line}"));
            let mut reader = Reader { rest: expression.chars().collect(), at: 0 };
            let expression = reader.either();
            assert_eq!(reader.peek(), None, "{line}");
            (name.to_owned(), expression)
        });
        let rules: Vec<(String, Expression)> = rules.collect();
        let grammar = Grammar(rules.iter().cloned().collect());
        assert_eq!(grammar.0.len(), rules.len(), "a name twice: {text}");
        grammar
    }

    /// Whether the grammar accepts the whole text.
    pub(crate) fn takes(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        self.ends(&Expression::Rule("root".to_owned()), &text, 0).contains(&text.len())
    }

    /// Positions where an expression that begins at `at` may end.
    fn ends(&self, expression: &Expression, text: &[char], at: usize) -> BTreeSet<usize> {
        match expression {
            Expression::Literal(chars) => {
                let there = text.get(at..at + chars.len()) == Some(chars.as_slice());
                there.then_some(at + chars.len()).into_iter().collect()
            }
            Expression::Set { not, ranges } => {
                let holds = |c: &char| ranges.iter().any(|(from, to)| (from..=to).contains(&c)) != *not;
                text.get(at).is_some_and(holds).then_some(at + 1).into_iter().collect()
            }
            Expression::Rule(name) => self.ends(self.0.get(name).unwrap_or_else(|| panic!("no rule {name}")), text, at),
            Expression::All(parts) => parts.iter().fold(BTreeSet::from([at]), |starts, part| {
                starts.into_iter().flat_map(|start| self.ends(part, text, start)).collect()
            }),
            Expression::Either(branches) => branches.iter().flat_map(|branch| self.ends(branch, text, at)).collect(),
            Expression::Repeat(part, min, max) => self.repeated(part, *min, *max, text, at),
        }
    }

    fn repeated(&self, part: &Expression, min: usize, max: usize, text: &[char], at: usize) -> BTreeSet<usize> {
        let mut all = BTreeSet::new();
        let mut starts = BTreeSet::from([at]);
        for count in 0..=max {
            if count >= min {
                starts.retain(|start| all.insert(*start));
            }
            starts = starts.into_iter().flat_map(|start| self.ends(part, text, start)).collect();
            if starts.is_empty() {
                break;
            }
        }
        all
    }
}

struct Reader {
    rest: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&mut self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn next(&mut self) -> char {
        self.at += 1;
        self.rest[self.at - 1]
    }

    fn takes(&mut self, c: char) -> bool {
        let is = self.peek() == Some(c);
        self.at += usize::from(is);
        is
    }

    fn blanks(&mut self) {
        while self.takes(' ') {}
    }

    fn either(&mut self) -> Expression {
        let mut branches = vec![self.all()];
        while self.takes('|') {
            branches.push(self.all());
        }
        Expression::Either(branches)
    }

    fn all(&mut self) -> Expression {
        let mut parts = Vec::new();
        self.blanks();
        while self.peek().is_some_and(|c| c != '|' && c != ')') {
            let part = self.part();
            parts.push(self.repeated(part));
            self.blanks();
        }
        Expression::All(parts)
    }

    fn part(&mut self) -> Expression {
        match self.next() {
            '"' => {
                let mut chars = Vec::new();
                while !self.takes('"') {
                    chars.push(self.char());
                }
                Expression::Literal(chars)
            }
            '[' => {
                let not = self.takes('^');
                let mut ranges = Vec::new();
                while !self.takes(']') {
                    let from = self.char();
                    let range = self.peek() == Some('-') && self.rest.get(self.at + 1) != Some(&']');
                    let to = if range && self.takes('-') { self.char() } else { from };
                    ranges.push((from, to));
                }
                Expression::Set { not, ranges }
            }
            '(' => {
                let inside = self.either();
                assert!(self.takes(')'));
                inside
            }
            first => {
                let mut name = String::from(first);
                while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '-') {
                    name.push(self.next());
                }
                Expression::Rule(name)
            }
        }
    }

    fn char(&mut self) -> char {
        match self.next() {
            '\\' => match self.next() {
                'n' => '\n',
                't' => '\t',
                'x' => {
                    let code: String = [self.next(), self.next()].iter().collect();
                    char::from(u8::from_str_radix(&code, 16).unwrap())
                }
                c => c,
            },
            c => c,
        }
    }

    fn repeated(&mut self, part: Expression) -> Expression {
        let (min, max) = match self.peek() {
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some('?') => (0, 1),
            Some('{') => return self.counted(part),
            _ => return part,
        };
        self.next();
        Expression::Repeat(Box::new(part), min, max)
    }

    fn counted(&mut self, part: Expression) -> Expression {
        self.next();
        let mut inside = String::new();
        while !self.takes('}') {
            inside.push(self.next());
        }
        let (min, max) = inside.split_once(',').unwrap_or((&inside, &inside));
        Expression::Repeat(Box::new(part), min.parse().unwrap(), max.parse().unwrap_or(usize::MAX))
    }
}
