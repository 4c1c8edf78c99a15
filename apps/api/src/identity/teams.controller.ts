import type { TeamList, TeamView } from '@cges-fleet/core'
import { ChangeTeam, CreateTeam, ListTeams } from '@cges-fleet/core/contract'
import { changeTeam, createTeam, type Database, listTeams } from '@cges-fleet/db'
import { Controller, Inject } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { KeyRing } from '../access/key-ring.js'
import { Refusal } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'
import { IDENTITY_DATABASE } from '../tokens.js'
import { requireWithin, unknownTeam } from './administered-teams.js'

@Controller()
export class TeamsController {
  constructor(
    private readonly ring: KeyRing,
    @Inject(IDENTITY_DATABASE) private readonly identity: Database,
  ) {}

  @Serves(ListTeams)
  async list(): Promise<TeamList> {
    return { teams: await listTeams(this.identity) }
  }

  @Serves(CreateTeam)
  async create(@Caller() caller: Caller, @Input() { body: team }: Input<typeof CreateTeam>): Promise<TeamView> {
    const { group } = team
    if (group !== undefined) requireWithin(caller, { role: group.role, scopes: null })
    const created = await createTeam(this.identity, team, caller.actor)
    if (created === null) throw new Refusal('conflict', `There is a team "${team.name}" already.`)
    if (group !== undefined) await this.ring.review(caller)
    return created
  }

  @Serves(ChangeTeam)
  async change(
    @Caller() { actor }: Caller,
    @Input() { path: { team: name }, body: change }: Input<typeof ChangeTeam>,
  ): Promise<TeamView> {
    const changed = await changeTeam(this.identity, name, change, actor)
    if (changed === null) throw unknownTeam(name)
    return changed
  }
}
