/** What the dashboard adds to the requests of browsers it has looked at; a page of another site cannot. */
export const DASHBOARD_HEADER = 'x-cges-dashboard'

/**
 * The cookie of a signed-in browser. Its prefix makes browsers hold it to this host, to all paths, and to https (or this
 * very machine), so that no other site and no page of a subdomain can set it.
 */
export const SESSION_COOKIE = '__Host-cges'
