//! Which key of a JSON Resume holds which kind of section, and which of its fields is which of ours.

use stepgate_engine::Lang;

/// One list of a JSON Resume.
pub(super) struct Kind {
    /// Its key; also the id of our section.
    pub(super) key: &'static str,
    zh: &'static str,
    en: &'static str,
    /// What titles of our own form name this kind.
    words: &'static [&'static str],
    /// The fields of its entries.
    pub(super) fields: Fields,
}

/// The keys of an entry that hold our fields. Where several keys make one field, it shows their values joined.
pub(super) enum Fields {
    /// Entries with highlights; where an entry has none, the lines of `text` stand for them.
    Experience { title: &'static str, organization: &'static str, text: &'static str },
    /// Entries with a description.
    Generic {
        title: &'static [&'static str],
        subtitle: &'static str,
        date: &'static [&'static str],
        description: Description,
    },
}

/// How a description is held.
pub(super) enum Description {
    /// As text.
    Text(&'static str),
    /// As a list, shown on one line.
    List(&'static str),
}

/// Between the parts of a title.
pub(super) const TITLE_SEPARATOR: &str = " · ";
/// Between first and last day.
pub(super) const DATE_SEPARATOR: &str = " – ";

impl Kind {
    pub(super) fn title(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::Zh => self.zh,
            Lang::En => self.en,
        }
    }

    /// Whether a section of our own form with this title belongs here.
    pub(super) fn is_named(&self, title: &str) -> bool {
        let title = title.to_lowercase();
        self.words.iter().any(|word| title.contains(word))
    }
}

/// Between the entries of a list shown on one line.
pub(super) fn list_separator(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "、",
        Lang::En => ", ",
    }
}

/// The key and title of the summary, the one section of running text; it stands in the basics.
pub(super) const SUMMARY: Kind = Kind {
    key: "summary",
    zh: "个人总结",
    en: "Summary",
    words: &["总结", "简介", "介绍", "自评", "自我评价", "summary", "profile", "about"],
    fields: generic(&["summary"], "subtitle", &["date"], Description::Text("description")),
};

const fn experience(title: &'static str, organization: &'static str, text: &'static str) -> Fields {
    Fields::Experience { title, organization, text }
}

const fn generic(
    title: &'static [&'static str],
    subtitle: &'static str,
    date: &'static [&'static str],
    description: Description,
) -> Fields {
    Fields::Generic { title, subtitle, date, description }
}

/// All lists, in the order in which we show them.
pub(super) const KINDS: [Kind; 11] = [
    Kind {
        key: "education",
        zh: "教育背景",
        en: "Education",
        words: &["教育", "学历", "education"],
        fields: generic(&["institution", "studyType"], "area", &["startDate", "endDate"], Description::List("courses")),
    },
    Kind {
        key: "work",
        zh: "工作经历",
        en: "Work Experience",
        words: &["工作", "实习", "work", "employment", "internship"],
        fields: experience("position", "name", "summary"),
    },
    Kind {
        key: "projects",
        zh: "项目经历",
        en: "Projects",
        words: &["项目", "project"],
        fields: experience("name", "entity", "description"),
    },
    Kind {
        key: "volunteer",
        zh: "志愿经历",
        en: "Volunteering",
        words: &["志愿", "社团", "volunteer"],
        fields: experience("position", "organization", "summary"),
    },
    Kind {
        key: "skills",
        zh: "专业技能",
        en: "Skills",
        words: &["技能", "技术", "专长", "skill", "tools"],
        fields: generic(&["name"], "level", &["date"], Description::List("keywords")),
    },
    Kind {
        key: "publications",
        zh: "论文发表",
        en: "Publications",
        words: &["论文", "发表", "出版", "publication"],
        fields: generic(&["name"], "publisher", &["releaseDate"], Description::Text("summary")),
    },
    Kind {
        key: "awards",
        zh: "荣誉奖项",
        en: "Awards",
        words: &["奖", "荣誉", "award", "honor", "honour"],
        fields: generic(&["title"], "awarder", &["date"], Description::Text("summary")),
    },
    Kind {
        key: "certificates",
        zh: "资格证书",
        en: "Certificates",
        words: &["证书", "认证", "certificat"],
        fields: generic(&["name"], "issuer", &["date"], Description::Text("summary")),
    },
    Kind {
        key: "languages",
        zh: "语言能力",
        en: "Languages",
        words: &["语言", "外语", "language"],
        fields: generic(&["language"], "fluency", &["date"], Description::Text("description")),
    },
    Kind {
        key: "interests",
        zh: "兴趣爱好",
        en: "Interests",
        words: &["兴趣", "爱好", "interest", "hobb"],
        fields: generic(&["name"], "subtitle", &["date"], Description::List("keywords")),
    },
    Kind {
        key: "references",
        zh: "推荐人",
        en: "References",
        words: &["推荐", "reference"],
        fields: generic(&["name"], "subtitle", &["date"], Description::Text("reference")),
    },
];
