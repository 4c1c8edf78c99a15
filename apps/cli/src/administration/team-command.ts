import type { TeamView } from '@cges-fleet/core'
import { ChangeTeam, CreateTeam, ListTeams } from '@cges-fleet/core/contract'
import { Command, InvalidArgumentError } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

interface ApiOptions {
  readonly api?: string
  readonly json?: true
}

/** `none` rather than null, which commander takes for an option without a value. */
type Limit = number | 'none'

interface TeamFlags extends ApiOptions {
  readonly weight?: number
  readonly samplesInFlight?: Limit
  readonly tokensPerDay?: Limit
  readonly gpuSecondsPerMonth?: Limit
  readonly callsPerEvaluation?: Limit
  readonly storedBytes?: Limit
}

/** `cges team`: the teams that share the pools. */
export function teamCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  const team = new Command('team').description('teams: weights and limits')
  const withTeam = (command: Command) =>
    withJson(withApi(command))
      .argument('<name>', 'its name')
      .option('--weight <n>', 'its weight when teams share a pool', number)
      .option('--samples-in-flight <n>', 'most samples in flight; "none" removes a limit', limit)
      .option('--tokens-per-day <n>', 'prompt and completion tokens', limit)
      .option('--gpu-seconds-per-month <n>', 'seconds of the pools’ GPUs', limit)
      .option('--calls-per-evaluation <n>', 'calls of one evaluation', limit)
      .option('--stored-bytes <n>', 'most bytes stored; 50 GiB unless set', limit)
      .action(async (name: string, flags: TeamFlags) => {
        const { api: _api, json: _json, weight, ...set } = flags
        const limits = Object.fromEntries(Object.entries(set).map(([of, most]) => [of, most === 'none' ? null : most]))
        const change = { ...(weight === undefined ? {} : { weight }), limits }
        const made = command.name() === 'create'
        const api = apiOf(flags)
        const team = made
          ? await api.call(CreateTeam, { body: { name, ...change } })
          : await api.call(ChangeTeam, { path: { team: name }, body: change })
        printResult(flags, team, () => [line(team)])
      })
  team.addCommand(withTeam(new Command('create').description('create a team')))
  team.addCommand(withTeam(new Command('change').description('change a team; options left out stay as they are')))
  team.addCommand(
    withJson(withApi(new Command('list')))
      .description('list the teams')
      .action(async (options: ApiOptions) => {
        const answer = await apiOf(options).call(ListTeams)
        printResult(options, answer, () => answer.teams.map(line))
      }),
  )
  return team
}

function line({ name, weight, limits }: TeamView): string {
  const set = Object.entries(limits).flatMap(([limit, value]) => (value === null ? [] : [`${limit} ${value}`]))
  return `${name.padEnd(20)} weight ${weight}${set.length === 0 ? ', no limits' : `, at most ${set.join(', ')}`}`
}

function number(text: string): number {
  const value = Number(text)
  if (Number.isFinite(value)) return value
  throw new InvalidArgumentError('must be a number')
}

function limit(text: string): Limit {
  return text === 'none' ? text : number(text)
}
