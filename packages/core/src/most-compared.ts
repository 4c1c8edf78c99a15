/** The most evaluations that are compared at once. */
export const MOST_COMPARED = 24

/** Evaluations of a suite that are looked at, the oldest: it is unbounded, and a table shows one of each benchmark on each pool. */
export const MOST_OF_SUITE = 100

/** Evaluations that a list counts; if there are more, it says so. */
export const MOST_COUNTED = 10_000
