//! The content agent: it leads a project through eight phases, from the intention to an evaluated text (content specification).
