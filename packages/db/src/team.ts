/** A team's id; every verb on a team's data takes one. */
export type TeamId = string & { readonly __team: true }

/** The team of an installation that has created no others. */
export const LOCAL_TEAM = asTeamId('00000000-0000-7000-8000-000000000001')

/** Marks a string read from the database as a team's id. */
export function asTeamId(id: string): TeamId {
  return id as TeamId
}
