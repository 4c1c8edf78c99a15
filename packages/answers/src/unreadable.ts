/** Thrown where text is no mathematics that can be read, or too large to compute with; it is then compared as written. */
export class Unreadable extends Error {}
