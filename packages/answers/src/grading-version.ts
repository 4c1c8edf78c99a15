/**
 * Raised whenever the same response could yield another answer, the same answer another key, or the same key another
 * grade.
 */
export const GRADING_VERSION = 5
