/**
 * The contract of the API, each route once: what it takes and answers, and who may use it. The API serves it, clients are
 * typed by it, and its document is made from it. `addresses` beside it holds verbs and paths alone, for pages that name a
 * route and do not need its schemas.
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
