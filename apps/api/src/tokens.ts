/** The API's settings, read once. */
export const ENVIRONMENT = Symbol('environment')

/** A hook by which tests make it fail. */
export const FAILPOINT = Symbol('failpoint')
