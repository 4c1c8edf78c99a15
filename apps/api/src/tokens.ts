/** The API's settings, read once. */
export const ENVIRONMENT = Symbol('environment')

/** A hook by which tests make it fail. */
export const FAILPOINT = Symbol('failpoint')

/** Teams, keys, sessions and the audit log, across teams. */
export const IDENTITY_DATABASE = Symbol('identity database')

/** The pepper that keys are hashed with; null on a fleet without sign-in. */
export const PEPPER = Symbol('pepper')

/** Single sign-on; null on a fleet without a provider. */
export const SINGLE_SIGN_ON = Symbol('single sign-on')
