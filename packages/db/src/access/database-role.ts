/**
 * What a process is to the database. `api` sees one team's rows at a time; `fleet` (coordinator and worker) all teams'
 * rows but no keys. Whoever is neither is the owner, who migrates.
 */
export const DATABASE_ROLE = { api: 'cges_api', fleet: 'cges_fleet' } as const

export type DatabaseRole = keyof typeof DATABASE_ROLE
