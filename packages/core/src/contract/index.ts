/**
 * The contract of the API, each route once: its input and answers, and who may use it. The API serves it, clients are
 * typed by it, and the OpenAPI document is generated from it. `addresses` beside it has verbs and paths alone, for
 * pages that need no schemas.
 */
export type * from './address.js'
export * from './all-routes.js'
export type * from './answered.js'
export * from './answers.js'
export type * from './asked.js'
export type * from './asking.js'
export * from './cross-site.js'
export type * from './named-route.js'
export * from './path-of.js'
export type * from './route.js'
export * from './route-name.js'
export * from './routes.js'
export * from './session-headers.js'
