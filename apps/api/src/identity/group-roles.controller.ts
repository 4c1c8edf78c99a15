import type { GroupRole, GroupRoleList } from '@cges-fleet/core'
import { ListGroupRoles, RemoveGroupRole, SetGroupRole } from '@cges-fleet/core/contract'
import {
  type Database,
  findGroupRole,
  listGroupRoles,
  listTeams,
  MOST_GROUPS_OF_TEAM,
  removeGroupRole,
  sealedTokensOf,
  setGroupRole,
} from '@cges-fleet/db'
import { Controller, Inject } from '@nestjs/common'
import { administered, Caller } from '../access/caller.js'
import { KeyRing } from '../access/key-ring.js'
import { Refusal } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'
import { Tokens } from '../single-sign-on/claims.js'
import type { SingleSignOn } from '../single-sign-on/single-sign-on.js'
import { IDENTITY_DATABASE, SINGLE_SIGN_ON } from '../tokens.js'
import { listedTeam, requireWithin, teamOf } from './administered-teams.js'

/** Which roles groups of the provider give: those of the operator's file, and those entered here. */
@Controller()
export class GroupRolesController {
  constructor(
    private readonly ring: KeyRing,
    @Inject(IDENTITY_DATABASE) private readonly identity: Database,
    @Inject(SINGLE_SIGN_ON) private readonly sso: SingleSignOn | null,
  ) {}

  @Serves(ListGroupRoles)
  async list(@Caller() caller: Caller, @Input() { query }: Input<typeof ListGroupRoles>): Promise<GroupRoleList> {
    const db = administered(this.identity, caller)
    const team = await listedTeam(db, caller, query.team)
    const seen = new Set((await listTeams(db)).map(({ name }) => name))
    const own = query.team ?? null
    const inFile = (this.sso?.groups ?? [])
      .filter(({ team: name }) => seen.has(name) && (own === null || name === own))
      .map((entry): GroupRole => ({ ...entry, id: null, by: null, at: null }))
    return { roles: [...inFile, ...(await listGroupRoles(db, team))], own: await this.#ownGroups(caller) }
  }

  /** The caller's groups as the provider sent them; none without a person's session. */
  async #ownGroups({ session }: Caller): Promise<string[]> {
    const sealed = session === null ? null : await sealedTokensOf(this.identity, session)
    if (sealed === null || this.sso === null) return []
    return Tokens.safeParse(this.sso.sealer.open('tokens', sealed)).data?.groups ?? []
  }

  @Serves(SetGroupRole)
  async set(@Caller() caller: Caller, @Input() { body }: Input<typeof SetGroupRole>): Promise<GroupRole> {
    const { group, role } = body
    requireWithin(caller, { role, scopes: null })
    const db = administered(this.identity, caller)
    const team = await teamOf(db, caller, body.team)
    const set = await setGroupRole(db, { team, group, role }, caller.actor)
    if (set === null)
      throw new Refusal('conflict', `The team has roles for ${MOST_GROUPS_OF_TEAM} groups, the most there may be.`)
    await this.ring.review(caller)
    return set
  }

  @Serves(RemoveGroupRole)
  async remove(
    @Caller() caller: Caller,
    @Input() { path: { mapping } }: Input<typeof RemoveGroupRole>,
  ): Promise<GroupRole> {
    const db = administered(this.identity, caller)
    const found = await findGroupRole(db, mapping)
    if (found !== null) requireWithin(caller, { role: found.role, scopes: null })
    const removed = await removeGroupRole(db, mapping, caller.actor)
    if (removed === null) throw new Refusal('not_found', `There is no role of a group ${mapping}.`)
    await this.ring.review(caller)
    return removed
  }
}
