import { NewTeam, TeamChange, TeamName, type TeamView } from '@cges-fleet/core'
import { changeTeam, createTeam, listTeams } from '@cges-fleet/db'
import { Body, Controller, Get, Inject, Param, Patch, Post } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { API_PARTS, type ApiParts } from '../parts.js'

@Controller('v1/teams')
export class TeamsController {
  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  @Get()
  async list(): Promise<{ teams: TeamView[] }> {
    return { teams: await listTeams(this.parts.identity) }
  }

  @Post()
  async create(@Caller() { actor }: Caller, @Body({ schema: NewTeam }) team: NewTeam): Promise<TeamView> {
    const created = await createTeam(this.parts.identity, team, actor)
    if (created === null) throw new Refusal('conflict', `There is a team "${team.name}" already.`)
    return created
  }

  @Patch(':team')
  async change(
    @Caller() { actor }: Caller,
    @Param('team', { schema: TeamName }) name: string,
    @Body({ schema: TeamChange }) change: TeamChange,
  ): Promise<TeamView> {
    const changed = await changeTeam(this.parts.identity, { name, change }, actor)
    if (changed === null) throw new Refusal('not_found', `There is no team "${name}".`)
    return changed
  }
}
