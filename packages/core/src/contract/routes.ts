import * as routes from './all-routes.js'
import type { Route } from './route.js'

/** Every route of the API, for code that handles all of them; import a single route where one is needed. */
export const ROUTES: readonly Route[] = Object.values(routes)
