import { createClient } from '@cges-fleet/client'

/**
 * The API client for a page in a browser, which goes through this dashboard. It takes addresses, not routes: a route
 * brings its schemas, which are larger than the rest of a page, and which compile code where the page's policy forbids
 * it.
 */
export const api = createClient({ fetch: (path, init) => fetch(path, { ...init, cache: 'no-store' }) })
