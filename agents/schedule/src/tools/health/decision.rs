//! JSON of a diagnosis's decision: the problem, the candidates, and the outlook after each.

use super::super::page::{Page, Put};
use super::json::open;
use super::speech::Speech;
use super::words;
use stepgate_json::Writer;
use stepgate_timetable::health::{Candidate, Decision, Outlook, Problem, Step};
use stepgate_timetable::{Slot, TaskId};

impl Speech<'_> {
    pub(super) fn write_decision(&self, out: &mut Writer, decision: &Decision, signal: &str) {
        open(out, "decision");
        out.member("should_continue_optimize", &decision.goes_on);
        out.member("is_forced_imperfection", &decision.is_forced);
        out.member("recommended_operation", &decision.operation.name());
        out.member("improvement_signal", &signal);
        self.write_problem(out, decision.problem);
        if let Some(Problem::HeavyPair { day, tasks }) = decision.problem {
            open(out, "problem_scope");
            out.member("day_range", &vec![day.0]);
            out.member("task_ids", &tasks.to_vec());
            out.end_object();
        }
        out.key("candidates");
        out.begin_list();
        decision.candidates.iter().for_each(|candidate| self.write_candidate(out, candidate));
        out.end_list();
        out.end_object();
    }

    fn write_problem(&self, out: &mut Writer, problem: Option<Problem>) {
        if let Some(problem) = problem {
            out.member("primary_problem", &self.sentence(|page| say_problem(page, problem)));
        }
    }

    fn write_candidate(&self, out: &mut Writer, candidate: &Candidate) {
        out.begin_object();
        out.member("candidate_id", &candidate.id());
        if let Some(step) = &candidate.step {
            out.member("tool", &step.tool());
            write_arguments(out, step);
        }
        out.member("summary", &self.sentence(|page| self.say_step(page, candidate.step.as_ref())));
        out.member("effect", &candidate.effect.name());
        self.write_outlook(out, &candidate.after);
        out.end_object();
    }

    fn write_outlook(&self, out: &mut Writer, after: &Outlook) {
        open(out, "after");
        out.member("can_close", &after.can_close);
        self.write_problem(out, after.primary_problem);
        out.member("recommended_operation", &after.recommended_operation.name());
        out.member("heavy_adjacent_days", &after.heavy_adjacent_days);
        out.member("max_switch_count", &after.max_switch_count);
        out.member("same_type_transition_ratio", &after.same_type_transition_ratio);
        out.end_object();
    }

    fn say_step(&self, page: &mut Page<'_>, step: Option<&Step>) {
        match step {
            Some(Step::Swap { a, b }) => {
                page.say(&words::SWAP, &[Put::Id(*a), self.place(*a), Put::Id(*b), self.place(*b)]);
            }
            Some(Step::Move { task, to }) => {
                page.say(&words::MOVE, &[Put::Id(*task), self.place(*task), Put::Place(*to)]);
            }
            None => page.say(&words::CLOSE, &[]),
        }
    }

    /// Present place of a task.
    fn place(&self, task: TaskId) -> Put<'static> {
        let at: Option<Slot> = self.timetable.task(task).and_then(|task| task.slots.first().copied());
        at.map_or(Put::Text(""), Put::Place)
    }
}

fn say_problem(page: &mut Page<'_>, problem: Problem) {
    match problem {
        Problem::Capacity { gap } => page.say(&words::CAPACITY, &[Put::Number(gap.into())]),
        Problem::Profile { subjects } => page.say(&words::PROFILE, &[Put::Number(subjects.into())]),
        Problem::HeavyPair { day, tasks: [one, other] } => {
            page.day(day);
            page.say(&words::HEAVY_PAIR, &[Put::Id(one), Put::Id(other)]);
        }
    }
}

fn write_arguments(out: &mut Writer, step: &Step) {
    open(out, "arguments");
    match step {
        Step::Swap { a, b } => {
            out.member("task_a", a);
            out.member("task_b", b);
        }
        Step::Move { task, to } => {
            out.member("task_id", task);
            out.member("new_day", &to.day.0);
            out.member("new_slot_start", &u32::from(to.start));
        }
    }
    out.end_object();
}
