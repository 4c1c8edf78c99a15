import * as routes from './all-routes.js'
import type { Route } from './route.js'

/** Every route of the API, for what goes through all of them; whoever needs one imports that one. */
export const ROUTES: readonly Route[] = Object.values(routes)
