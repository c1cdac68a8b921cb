//! Research: queries, searches, pages and a report (spec.md 5.2). The text of the pages is in the transcript, not in the memory.

use serde_json::Value;

use super::content::{think, Content, Next};
use super::model::{limits, Memory, Stage};
use super::texts::prompts::{self, cut};
use super::texts::report;
use super::texts::sentences::{filled, sentence};
use stepgate_engine::schema::Schema;
use stepgate_engine::Text;
use stepgate_engine::{CallResult, Complaint, Entry, State, Step, Tool, ToolCall, ToolResult};
use stepgate_json::{text_of, value};

/// The host's tools. Only the agent calls them, not the model.
pub(crate) fn tools() -> Vec<Tool<Memory>> {
    let search = Schema::object().field("query", Schema::string()).optional("limit", Schema::integer());
    let page = Schema::object().field("url", Schema::string());
    vec![
        Tool::read("web_search", Text { zh: "搜索网页", en: "Search the web" }, search).internal(),
        Tool::read("read_page", Text { zh: "读取网页", en: "Read a page of the web" }, page).internal(),
    ]
}

/// First stage of a research.
pub(crate) fn begin(memory: &Memory) -> Stage {
    if memory.use_deep_research {
        Stage::PlanQueries
    } else {
        Stage::QuickResearch
    }
}

/// Starts the searches for the planned queries. Without queries it searches for the report's name.
pub(crate) fn planned(state: &mut State<Content>, value: &Value) -> Next {
    let mut queries: Vec<String> = Vec::new();
    for text in report::texts(value.get("queries")) {
        for line in text.lines() {
            let query = unlisted(line);
            if !query.is_empty() && !queries.iter().any(|known| known == query) && queries.len() < limits::QUERIES {
                queries.push(query.to_owned());
            }
        }
    }
    if queries.is_empty() {
        queries.extend(state.memory.work.last().map(|item| item.field.clone()));
    }
    let mut calls = Vec::new();
    for query in &queries {
        calls.push(search(query));
    }
    run(state, calls, Stage::Search)
}

/// Asks the host for the calls.
fn run(state: &mut State<Content>, calls: Vec<ToolCall>, stage: Stage) -> Next {
    think(state, stage);
    Step::Run(calls, stage)
}

/// `line` without a list marker.
fn unlisted(line: &str) -> &str {
    let line = line.trim();
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let line = match number.strip_prefix(['.', ')', '、', '．', '）']) {
        Some(rest) if number.len() < line.len() => rest,
        _ => line.strip_prefix(['-', '*', '•', '·']).unwrap_or(line),
    };
    line.trim()
}

/// Call of a search.
pub(crate) fn search(query: &str) -> ToolCall {
    ToolCall::new("web_search", value! { "query": query, "limit": limits::RESULTS })
}

/// Takes the results of the searches and asks the host for the pages they found, each once.
pub(crate) fn searched(state: &mut State<Content>, results: &[CallResult]) -> Next {
    let mut urls: Vec<String> = Vec::new();
    for url in results.iter().filter_map(|ran| ran.result.as_ref().ok()).flat_map(hits).filter_map(address) {
        if urls.len() < limits::SOURCES && !urls.iter().any(|known| known == url) {
            urls.push(url.to_owned());
        }
    }
    if urls.is_empty() {
        return ungrounded(state);
    }
    let mut calls = Vec::new();
    for url in &urls {
        calls.push(ToolCall::new("read_page", value! { "url": url }));
    }
    put_pages(state, urls);
    run(state, calls, Stage::ReadPages)
}

/// The hits in a search result: the value itself, or its member `results`. A result of another form has none.
pub(crate) fn hits(found: &Value) -> &[Value] {
    let list = found.get("results").unwrap_or(found);
    list.as_array().map_or(&[], Vec::as_slice)
}

/// The address of a hit. It must be a web address without white space, because prompts use it as a heading.
fn address(hit: &Value) -> Option<&str> {
    let url = hit.get("url")?.as_str()?;
    let is_page = url.starts_with("https://") || url.starts_with("http://");
    (is_page && url.len() <= limits::ADDRESS && !url.chars().any(|c| c.is_whitespace() || c.is_control()))
        .then_some(url)
}

/// Takes the results of reading pages; the first ones with text become the sources.
pub(crate) fn pages_read(state: &mut State<Content>, results: &[CallResult]) -> Next {
    let mut read = Vec::new();
    for (url, ran) in pages(state).iter().zip(results) {
        let is_read = ran.result.as_ref().is_ok_and(|page| page_text(page).is_some());
        if is_read && read.len() < limits::PAGES {
            read.push(url.clone());
        }
    }
    if read.is_empty() {
        return ungrounded(state);
    }
    put_pages(state, read);
    think(state, Stage::Synthesize)
}

/// Addresses of the pages to read; after reading, of the sources.
fn pages(state: &State<Content>) -> &[String] {
    state.memory.work.last().map_or(&[], |item| &item.left)
}

fn put_pages(state: &mut State<Content>, urls: Vec<String>) {
    if let Some(item) = state.memory.work.last_mut() {
        item.left = urls;
    }
}

/// Continues without sources: the report is based on general knowledge and says so.
fn ungrounded(state: &mut State<Content>) -> Next {
    let text = sentence("ungrounded", state.lang());
    state.note("notice", value! { "code": "ungrounded", "about": None::<&str>, "text": text });
    put_pages(state, Vec::new());
    think(state, Stage::QuickResearch)
}

/// The text of a page: the value itself, or one of its members. A page of another form has none, nor has a blank one: it is left out (spec.md 5.1).
fn page_text(page: &Value) -> Option<&str> {
    let member = || ["content", "markdown", "text"].into_iter().find_map(|key| page.get(key)?.as_str());
    page.as_str().or_else(member).filter(|text| !text.trim().is_empty())
}

/// Address and text of each source. The texts share the space of the prompt equally.
pub(crate) fn material(state: &State<Content>) -> Vec<(String, String)> {
    let pages = pages(state);
    let share = limits::PAGE_CHARACTERS / pages.len().max(1);
    let mut found = Vec::new();
    for url in pages {
        if let Some(text) = last_result(state, "read_page", "url", url).and_then(page_text) {
            found.push((url.clone(), data(&cut(text, share))));
        }
    }
    found
}

/// Newest result in this thread of a call to `tool` whose argument `key` is `argument`.
pub(crate) fn last_result<'s>(state: &'s State<Content>, tool: &str, key: &str, argument: &str) -> Option<&'s Value> {
    state.transcript().thread(state.thread()).rev().find_map(|stored| match &stored.entry {
        Entry::Tool { name, args, result: ToolResult::Ok(value), .. } => {
            let is_it = name == tool && args.get(key).and_then(Value::as_str) == Some(argument);
            is_it.then_some(value)
        }
        _ => None,
    })
}

/// Text from the web with a mark before each line, so that no line can look like a heading of the prompt.
pub(crate) fn data(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().flat_map(|line| line.split(['\r', '\u{2028}', '\u{2029}'])) {
        out.push_str("| ");
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Writes the text of a research report.
///
/// # Errors
/// The report has no summary.
pub(crate) fn reported(state: &State<Content>, value: &Value) -> Result<String, Complaint> {
    let lang = state.lang();
    if value.get("summary").and_then(Value::as_str).is_none_or(|summary| summary.trim().is_empty()) {
        let text = filled("what_is_blank", "summary", lang);
        return Err(Complaint::new("what_is_blank", [&text, prompts::text("output_research", lang)].concat()));
    }
    let name = state.memory.work.last().map_or("", |item| &item.field);
    Ok(report::research_report(name, value, pages(state), lang))
}

/// Address and text of each hit of the quick search.
pub(crate) fn glimpses(state: &State<Content>, query: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for hit in last_result(state, "web_search", "query", query).into_iter().flat_map(hits) {
        let Some(url) = address(hit) else { continue };
        let member = |key| text_of(hit.get(key));
        let text = data(&cut(&[member("title"), "\n", member("snippet")].concat(), limits::PAGE_CHARACTERS / 10));
        found.push((url.to_owned(), text));
    }
    found
}
