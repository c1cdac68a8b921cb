//! The stepper: it plans a task as steps, chooses one action after the other, and changes the plan as it learns (stepper specification).
