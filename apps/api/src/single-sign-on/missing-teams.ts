import { type Database, listTeams } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import type { GroupRoles } from './group-roles.js'

const log = logger('SignIn')

/** Warns of teams that the file of groups names and the fleet does not have: their entries let nobody in. */
export async function warnOfMissingTeams(groups: GroupRoles, identity: Database): Promise<void> {
  const known = new Set((await listTeams(identity)).map(({ name }) => name))
  const missing = [...new Set(groups.map(({ team }) => team))].filter((team) => !known.has(team))
  if (missing.length === 0) return
  log.warn(
    `OIDC_GROUPS_FILE names teams that do not exist, so their groups let nobody in: ${missing.join(', ')}. ` +
      'Create them (cges team create NAME) or correct the file',
  )
}
