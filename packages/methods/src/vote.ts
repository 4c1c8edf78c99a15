import type { Confidences } from './confidence/confidence-signal.js'

/**
 * One sample as a method sees it: the comparison key of its answer (null if none could be read) and its confidences in
 * (0, 1). Gold answers are not part of it, so no method can look at them.
 */
export type Vote = { readonly answer: string | null; readonly confidences: Confidences }
