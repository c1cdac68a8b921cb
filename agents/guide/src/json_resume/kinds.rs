//! Maps the lists of a JSON Resume to sections, and the fields of their entries to fields of our items.

use stepgate_engine::Lang;

/// One list of a JSON Resume.
pub(super) struct Kind {
    /// Key in the document; also the id of our section.
    pub(super) key: &'static str,
    zh: &'static str,
    en: &'static str,
    /// Words in a section title that assign the section to this list.
    words: &'static [&'static str],
    /// Keys that stand for one of our keys in older documents and those of other programs: ours, theirs.
    aliases: &'static [(&'static str, &'static str)],
    /// The fields of its entries.
    pub(super) fields: Fields,
}

/// Keys of an entry that hold our fields. A field with several keys shows their values joined.
pub(super) enum Fields {
    /// Entries with highlights. The lines of the texts stand before them.
    Experience { title: &'static str, organization: &'static str, texts: &'static [&'static str] },
    /// Entries with a description.
    Generic {
        title: &'static [&'static str],
        subtitle: &'static str,
        date: &'static [&'static str],
        description: Description,
    },
}

/// Key and form of a description.
pub(super) enum Description {
    /// A text.
    Text(&'static str),
    /// A list, shown on one line.
    List(&'static str),
}

/// Separator between the parts of a title.
pub(super) const TITLE_SEPARATOR: &str = " · ";
/// Separator between first and last day.
pub(super) const DATE_SEPARATOR: &str = " – ";

impl Kind {
    pub(super) fn title(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::Zh => self.zh,
            Lang::En => self.en,
        }
    }

    /// Key under which an entry holds the value of our `key`; `has` is whether it holds a value under a key.
    pub(super) fn held(&self, key: &'static str, has: impl Fn(&str) -> bool) -> &'static str {
        let alias = self.aliases.iter().find(|(own, other)| *own == key && !has(own) && has(other));
        alias.map_or(key, |(_, other)| other)
    }

    /// Whether a section with this title belongs to this list. "Experience" alone means work.
    pub(super) fn is_named(&self, title: &str) -> bool {
        let title = title.to_lowercase();
        let is_plain = matches!(title.trim(), "experience" | "经历");
        self.words.iter().any(|word| title.contains(word)) || (is_plain && self.key == "work")
    }
}

/// Separator between the entries of a list shown on one line.
pub(super) fn list_separator(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "、",
        Lang::En => ", ",
    }
}

/// The summary, the only section of running text. JSON Resume keeps it in the basics.
pub(super) const SUMMARY: Kind = Kind {
    key: "summary",
    zh: "个人总结",
    en: "Summary",
    words: &["总结", "简介", "介绍", "自评", "自我评价", "summary", "profile", "about"],
    aliases: &[],
    fields: generic(&["summary"], "subtitle", &["date"], Description::Text("description")),
};

const fn experience(title: &'static str, organization: &'static str, texts: &'static [&'static str]) -> Fields {
    Fields::Experience { title, organization, texts }
}

const fn generic(
    title: &'static [&'static str],
    subtitle: &'static str,
    date: &'static [&'static str],
    description: Description,
) -> Fields {
    Fields::Generic { title, subtitle, date, description }
}

/// All lists, in the order of our sections.
pub(super) const KINDS: [Kind; 11] = [
    Kind {
        key: "education",
        zh: "教育背景",
        en: "Education",
        words: &["教育", "学历", "education"],
        aliases: &[],
        fields: generic(&["institution", "studyType"], "area", &["startDate", "endDate"], Description::List("courses")),
    },
    Kind {
        key: "work",
        zh: "工作经历",
        en: "Work Experience",
        words: &["工作", "实习", "work", "employment", "internship", "professional experience"],
        aliases: &[("name", "company")],
        fields: experience("position", "name", &["summary", "description"]),
    },
    Kind {
        key: "projects",
        zh: "项目经历",
        en: "Projects",
        words: &["项目", "project"],
        aliases: &[],
        fields: experience("name", "entity", &["description", "summary"]),
    },
    Kind {
        key: "volunteer",
        zh: "志愿经历",
        en: "Volunteering",
        words: &["志愿", "社团", "volunteer"],
        aliases: &[],
        fields: experience("position", "organization", &["summary"]),
    },
    Kind {
        key: "skills",
        zh: "专业技能",
        en: "Skills",
        words: &["技能", "技术", "专长", "skill", "tools"],
        aliases: &[],
        fields: generic(&["name"], "level", &["date"], Description::List("keywords")),
    },
    Kind {
        key: "publications",
        zh: "论文发表",
        en: "Publications",
        words: &["论文", "发表", "出版", "publication"],
        aliases: &[],
        fields: generic(&["name"], "publisher", &["releaseDate"], Description::Text("summary")),
    },
    Kind {
        key: "awards",
        zh: "荣誉奖项",
        en: "Awards",
        words: &["奖", "荣誉", "award", "honor", "honour"],
        aliases: &[],
        fields: generic(&["title"], "awarder", &["date"], Description::Text("summary")),
    },
    Kind {
        key: "certificates",
        zh: "资格证书",
        en: "Certificates",
        words: &["证书", "认证", "certificat"],
        aliases: &[],
        fields: generic(&["name"], "issuer", &["date"], Description::Text("summary")),
    },
    Kind {
        key: "languages",
        zh: "语言能力",
        en: "Languages",
        words: &["语言", "外语", "language"],
        aliases: &[("language", "name")],
        fields: generic(&["language"], "fluency", &["date"], Description::Text("description")),
    },
    Kind {
        key: "interests",
        zh: "兴趣爱好",
        en: "Interests",
        words: &["兴趣", "爱好", "interest", "hobb"],
        aliases: &[],
        fields: generic(&["name"], "subtitle", &["date"], Description::List("keywords")),
    },
    Kind {
        key: "references",
        zh: "推荐人",
        en: "References",
        words: &["推荐", "reference"],
        aliases: &[],
        fields: generic(&["name"], "subtitle", &["date"], Description::Text("reference")),
    },
];
