/** Teams, keys, sessions and the audit log, across teams. */
export const IDENTITY_DATABASE = Symbol('identity database')

/** The pepper that keys are hashed with; null on a fleet without sign-in. */
export const PEPPER = Symbol('pepper')
