/** Class of an entry's hue: a task has that of its group, a course one of its own. @param {{ classId?: number, event?: number }} entry */
export const hueOf = ({ classId, event = 0 }) => (classId === undefined ? `hue-course-${event % 8}` : `hue-class-${classId % 6}`);
