/** The detail of a sample that a complete log does not hold. */
export const LACKING = 'the log holds no such sample'
