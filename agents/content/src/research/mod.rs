//! The research: queries, searches, pages, a report (content specification, 5.2). The pages themselves stay in the transcript.

use serde_json::Value;

use super::flow::{making, talk, think, Next, Stage};
use super::project::{limits, Memory};
use super::texts::prompts::cut;
use super::texts::report;
use super::texts::sentences::{filled, sentence};
use super::Content;
use stepgate_engine::schema::Schema;
use stepgate_engine::Text;
use stepgate_engine::{Access, Complaint, Entry, Run, State, Step, Tool, ToolCall, ToolError, ToolResult};
use stepgate_json::value;

/// What a host's tool gave.
pub(crate) type Found = Result<Value, ToolError>;

/// The tools of the host: the model never calls them itself.
pub(crate) fn tools() -> Vec<Tool<Memory>> {
    let tool = |name: &'static str, about, args| Tool {
        name: name.into(),
        about,
        args,
        access: Access::Read,
        internal: true,
        check: |_, _| Ok(Value::Null),
        run: Run::Host,
    };
    let search = Schema::object().field("query", Schema::string()).optional("limit", Schema::integer());
    let page = Schema::object().field("url", Schema::string());
    vec![
        tool("web_search", Text { zh: "搜索网页", en: "Search the web" }, search),
        tool("read_page", Text { zh: "读取网页", en: "Read a page of the web" }, page),
    ]
}

/// Where a research begins.
pub(crate) fn begin(memory: &Memory) -> Stage {
    if memory.use_deep_research {
        Stage::PlanQueries
    } else {
        Stage::QuickResearch
    }
}

/// Queries were planned; without any the report's name is one.
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

/// The host does the calls.
fn run(state: &mut State<Content>, calls: Vec<ToolCall>, stage: Stage) -> Next {
    think(state, stage);
    Step::Run(calls, stage)
}

/// A line without the mark of a list.
fn unlisted(line: &str) -> &str {
    let line = line.trim();
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let line = match number.strip_prefix(['.', ')', '、', '．', '）']) {
        Some(rest) if number.len() < line.len() => rest,
        _ => line.strip_prefix(['-', '*', '•', '·']).unwrap_or(line),
    };
    line.trim()
}

/// One search.
pub(crate) fn search(query: &str) -> ToolCall {
    ToolCall::new("web_search", value! { "query": query, "limit": limits::RESULTS })
}

/// Searches came back: the addresses they found are read, each once.
pub(crate) fn searched(state: &mut State<Content>, results: &[Found]) -> Next {
    let mut urls: Vec<String> = Vec::new();
    for url in results.iter().flatten().flat_map(hits).filter_map(address) {
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

/// The hits of a search: a list, or the list in an object.
pub(crate) fn hits(found: &Value) -> &[Value] {
    let list = found.get("results").unwrap_or(found);
    list.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The address of a hit, if it is one of the web and on one line: it stands in prompts as a heading.
fn address(hit: &Value) -> Option<&str> {
    let url = hit.get("url")?.as_str()?;
    let is_page = url.starts_with("https://") || url.starts_with("http://");
    (is_page && url.len() <= limits::ADDRESS && !url.chars().any(|c| c.is_whitespace() || c.is_control()))
        .then_some(url)
}

/// Pages came back: the first of those that could be read are the sources.
pub(crate) fn pages_read(state: &mut State<Content>, results: &[Found]) -> Next {
    let mut read = Vec::new();
    for (url, result) in pages(state).iter().zip(results) {
        let is_read = result.as_ref().is_ok_and(|page| !page_text(page).trim().is_empty());
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

/// Addresses of the pages: those to read, then those that were read.
fn pages(state: &State<Content>) -> &[String] {
    state.memory.work.last().map(|item| item.left.as_slice()).unwrap_or_default()
}

fn put_pages(state: &mut State<Content>, urls: Vec<String>) {
    if let Some(item) = state.memory.work.last_mut() {
        item.left = urls;
    }
}

/// No page was read: the report rests on general knowledge, and says so.
fn ungrounded(state: &mut State<Content>) -> Next {
    talk::notice(state, "ungrounded", None);
    put_pages(state, Vec::new());
    think(state, Stage::QuickResearch)
}

/// A page's text: the value itself, or a member of it.
fn page_text(page: &Value) -> &str {
    let member = || ["content", "markdown", "text"].into_iter().find_map(|key| page.get(key)?.as_str());
    page.as_str().or_else(member).unwrap_or_default()
}

/// The pages that were read, each as much as its share of the space.
pub(crate) fn material(state: &State<Content>) -> Vec<(String, String)> {
    let pages = pages(state);
    let share = limits::PAGE_CHARACTERS / pages.len().max(1);
    let mut found = Vec::new();
    for url in pages {
        if let Some(page) = last_result(state, "read_page", "url", url) {
            found.push((url.clone(), data(&cut(page_text(page), share))));
        }
    }
    found
}

/// What the host gave last for this call.
pub(crate) fn last_result<'s>(state: &'s State<Content>, tool: &str, key: &str, argument: &str) -> Option<&'s Value> {
    state.transcript().thread(state.thread()).rev().find_map(|stored| match &stored.entry {
        Entry::Tool { name, args, result: ToolResult::Ok(value), .. } => {
            let is_it = name == tool && args.get(key).and_then(Value::as_str) == Some(argument);
            is_it.then_some(value)
        }
        _ => None,
    })
}

/// Text of others as lines that are marked as such: nothing in them can look like a heading of the prompt.
pub(crate) fn data(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().flat_map(|line| line.split(['\r', '\u{2028}', '\u{2029}'])) {
        out.push_str("| ");
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The report has come.
///
/// # Errors
/// It has no summary.
pub(crate) fn reported(state: &mut State<Content>, value: &Value) -> Result<Next, Complaint> {
    let lang = state.lang();
    if value.get("summary").and_then(Value::as_str).is_none_or(|summary| summary.trim().is_empty()) {
        return Err(Complaint::new(filled("what_is_blank", "summary", lang)));
    }
    let name = state.memory.work.last().map_or("", |item| &item.field);
    let text = report::research_report(name, value, pages(state), lang);
    Ok(making::made(state, &text))
}

/// A quick look: what was found is put to the model.
pub(crate) fn looked(state: &mut State<Content>, results: &[Found]) -> Next {
    if results.iter().flatten().all(|found| hits(found).is_empty()) {
        state.memory.work.pop();
        let text = sentence("nothing_found", state.lang());
        return talk::say(state, text);
    }
    Step::Think(Stage::Look)
}

/// The hits of the quick look.
pub(crate) fn glimpses(state: &State<Content>, query: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for hit in last_result(state, "web_search", "query", query).map(hits).unwrap_or_default() {
        let Some(url) = address(hit) else { continue };
        let member = |key| hit.get(key).and_then(Value::as_str).unwrap_or_default();
        let text = data(&cut(&[member("title"), "\n", member("snippet")].concat(), limits::PAGE_CHARACTERS / 10));
        found.push((url.to_owned(), text));
    }
    found
}
