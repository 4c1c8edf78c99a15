/**
 * The contract of the API, each route once: its input and answers, and who may use it. The API serves it, clients are
 * typed by it, and the OpenAPI document is generated from it. `addresses` beside it has verbs and paths alone, for
 * pages that need no schemas.
 */
import * as routes from './all-routes.js'
import type { Route } from './route.js'

export * from './all-routes.js'
export * from './browser-sessions.js'
export * from './requests.js'
export * from './route.js'

/** Every route of the API, for code that handles all of them; import a single route where one is needed. */
export const ROUTES: readonly Route[] = Object.values(routes)
