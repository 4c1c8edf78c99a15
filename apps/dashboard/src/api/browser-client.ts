import { createClient } from '@cges-fleet/client'

/**
 * The API as a page in a browser asks it, through this dashboard. It is given addresses, not routes: a route brings its
 * schemas, which are more than the rest of a page, and which compile code where the page's policy forbids it.
 */
export const api = createClient({ fetch: (path, init) => fetch(path, { ...init, cache: 'no-store' }) })
