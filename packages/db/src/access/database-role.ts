/**
 * What a process is to the database. `api` sees one team's rows at a time; `coordinator` all teams' rows, but no keys,
 * sessions or log; `worker` no table of them at all: it calls functions (`../functions`). Whoever is none of them is the
 * owner, who migrates.
 */
export const DATABASE_ROLE = { api: 'cges_api', coordinator: 'cges_coordinator', worker: 'cges_worker' } as const

export type DatabaseRole = keyof typeof DATABASE_ROLE

/** What coordinators and workers of the release before are; it keeps its rights, where it is there, until the next one. */
export const FORMER_ROLE = 'cges_fleet'
