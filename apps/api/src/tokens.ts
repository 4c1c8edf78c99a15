/** The API's settings, read once. */
export const ENVIRONMENT = Symbol('environment')

/** Where tests make it fail on purpose. */
export const FAILPOINT = Symbol('failpoint')
