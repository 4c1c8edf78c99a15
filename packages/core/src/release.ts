/** The release of all of this: what figures were worked out and a page was written by. */
export const RELEASE = '0.1.0'
