/**
 * The database role of each kind of process. `api` sees one team's rows at a time; `coordinator` sees all teams' rows,
 * but no keys, sessions or audit log; `worker` sees no tables and calls functions instead (`../functions`). Any other
 * login is the owner, who migrates.
 */
export const DATABASE_ROLE = { api: 'cges_api', coordinator: 'cges_coordinator', worker: 'cges_worker' } as const

export type DatabaseRole = keyof typeof DATABASE_ROLE
