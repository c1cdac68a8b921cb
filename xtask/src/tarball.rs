//! Installs the packed package into an empty project and uses it there.

use crate::tally::Tally;
use crate::task::Task;
use crate::workshop::Workshop;
use anyhow::{Context, Result};
use std::fs;
use std::process::Command;

const USE: &str = "const { guide } = await import('stepgate/guide'); await guide.load(); \
    const { core } = await import('stepgate/host'); \
    if (core(guide).agents()[0].name !== 'guide') throw new Error('stepgate/guide has no agent `guide`'); \
    const json = await import('stepgate/json'); await json.init(); \
    if (json.repairJson('{a: 1,}').value.a !== 1) throw new Error('stepgate/json does not repair'); \
    const full = await import('stepgate/json/full'); await full.init(); \
    if (!full.compileSchema({ type: 'string' }).gbnf()) throw new Error('stepgate/json/full exports no schema'); \
    const { memoryWorkspace } = await import('stepgate/workspace'); \
    const zip = await memoryWorkspace({ 'a.md': 'a' }).exportZip(); \
    if (!(await memoryWorkspace().importZip(zip)).added.includes('a.md')) throw new Error('stepgate/workspace reads no zip'); \
    const { researchTools } = await import('stepgate/research'); \
    if (!researchTools({}).web_search) throw new Error('stepgate/research has no tools')";

/// `npm pack`, `npm install` of the tarball, and a program in Node that imports it.
pub fn check(workshop: &Workshop) -> Result<Tally> {
    let project = &workshop.project;
    let folder = project.scratch("install")?;
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("package.json"), "{ \"private\": true, \"type\": \"module\" }\n")?;

    let mut pack = workshop.npm(&["pack", "--pack-destination"])?;
    pack.arg(&folder);
    Task::new(project, "npm-pack", "Packing the npm package", pack)?.succeed()?;
    let packed = fs::read_dir(&folder)?.flatten().map(|entry| entry.path());
    let tarball = packed.into_iter().find(|file| file.extension().is_some_and(|extension| extension == "tgz"));

    let mut npm = workshop.npm(&["install", "--no-audit", "--no-fund", "--prefer-offline"])?;
    npm.arg(tarball.context("`npm pack` made no tarball")?).current_dir(&folder);
    Task::new(project, "npm-install", "Installing the tarball into an empty project", npm)?.succeed()?;

    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", USE]).current_dir(&folder);
    Ok(Tally::check(&Task::new(project, "tarball", "Using the installed package in Node", node)?.end()?))
}
