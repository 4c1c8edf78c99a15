import { readFileSync } from 'node:fs'
import { issueText, Role, TeamName } from '@cges-fleet/core'
import { type Database, selectRolesOfGroups, type TeamRole } from '@cges-fleet/db'
import { parse } from 'yaml'
import { z } from 'zod'

const MOST = 1000

const GroupRoles = z
  .array(z.strictObject({ group: z.string().min(1).max(500), team: TeamName, role: Role }))
  .min(1)
  .max(MOST)

/** Which role in which team each group of the provider gives, in order. */
export type GroupRoles = z.infer<typeof GroupRoles>

/** Reads the file of groups; throws an error that names the line and what is expected. */
export function loadGroupRoles(path: string): GroupRoles {
  const read = GroupRoles.safeParse(parse(readText(path)), { error: issueText })
  if (read.success) return read.data
  const [issue] = read.error.issues
  const at = typeof issue?.path[0] === 'number' ? `entry ${issue.path[0] + 1}` : 'the file'
  const field = issue?.path[1] === undefined ? '' : `, ${String(issue.path[1])}`
  throw new Error(
    `OIDC_GROUPS_FILE ${path}: ${at}${field}: ${issue?.message ?? 'cannot be read'}. ` +
      `Expected a list of entries such as \`- { group: ml-team, team: research, role: member }\``,
  )
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`OIDC_GROUPS_FILE ${path} cannot be read`, { cause })
  }
}

/**
 * The roles that somebody's groups give, one a team: that of the file's first entry that names one of their groups, else
 * the strongest of those entered in the fleet.
 */
export async function rolesOf(
  identity: Database,
  file: GroupRoles,
  groups: readonly string[],
): Promise<readonly TeamRole[]> {
  const held = new Set(groups)
  const given = [...file.filter(({ group }) => held.has(group)), ...(await selectRolesOfGroups(identity, groups))]
  const roles = new Map<string, TeamRole>()
  for (const { team, role } of given) {
    if (!roles.has(team)) roles.set(team, { team, role })
  }
  return [...roles.values()]
}
