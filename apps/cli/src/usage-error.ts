/** An error the user can fix: shown as one line without a stack, and the command exits with 1. */
export class UsageError extends Error {}
