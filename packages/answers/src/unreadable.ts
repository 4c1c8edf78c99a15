/** Thrown when text is not readable mathematics, or too large to compute with; it is then compared as written. */
export class Unreadable extends Error {}
