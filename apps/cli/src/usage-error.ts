/** Something the user can mend: shown as one line without a stack, and the command ends with 1. */
export class UsageError extends Error {}
