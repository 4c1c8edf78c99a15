/** Raised whenever the same response could give another answer, or the same answer another key. */
export const GRADING_VERSION = 2
