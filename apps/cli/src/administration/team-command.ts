import { counted, type TeamView } from '@cges-fleet/core'
import { ChangeTeam, CreateTeam, ListTeams } from '@cges-fleet/core/contract'
import { Command, InvalidArgumentError } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { size } from '../shell/format.js'
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
  readonly keepFinishedDays?: Limit
  readonly keepArchivedDays?: Limit
  readonly keepTextsDays?: Limit
  readonly keepRequestsDays?: Limit
  readonly auditShare?: number
}

/** `cges team`: the teams that share the pools. */
export function teamCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  const team = new Command('team').description('teams: weights and limits')
  const withTeam = (command: Command) =>
    withJson(withApi(command))
      .argument('<name>', 'its name')
      .option('--weight <n>', 'its weight when teams share a pool', number)
      .option('--samples-in-flight <n>', 'calls queued or in flight; "none" lifts it', calls)
      .option('--tokens-per-day <n>', 'prompt and completion tokens', limit)
      .option('--gpu-seconds-per-month <n>', 'seconds of the pools’ GPUs', limit)
      .option('--calls-per-evaluation <n>', 'calls of one evaluation', limit)
      .option('--stored-bytes <n>', 'most bytes stored; 50 GiB unless set', limit)
      .option('--keep-finished-days <n>', 'delete evaluations this long after they end; "none" keeps them', limit)
      .option('--keep-archived-days <n>', 'delete evaluations this long after they are archived', limit)
      .option('--keep-texts-days <n>', 'delete only their texts this long after they end', limit)
      .option('--keep-requests-days <n>', 'keep figures of requests to the gateway this long; "none" keeps none', limit)
      .option('--audit-share <n>', 'share of these requests to draw whole after the answer, from 0 to 1', number)
      .action(async (name: string, flags: TeamFlags) => {
        const change = changeIn(flags)
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

function changeIn({ api: _api, json: _json, weight, auditShare, ...flags }: TeamFlags) {
  const { keepFinishedDays, keepArchivedDays, keepTextsDays, keepRequestsDays, ...limits } = flags
  return {
    ...(weight === undefined ? {} : { weight }),
    limits: limitsOf(limits),
    keep: limitsOf({ finishedDays: keepFinishedDays, archivedDays: keepArchivedDays, textsDays: keepTextsDays }),
    gateway: { ...limitsOf({ keepDays: keepRequestsDays }), ...(auditShare === undefined ? {} : { auditShare }) },
  }
}

/** What is left out stays, what is `none` is lifted. */
function limitsOf(set: Readonly<Record<string, Limit | undefined>>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(set).flatMap(([of, most]) => (most === undefined ? [] : [[of, most === 'none' ? null : most]])),
  )
}

function line({ name, weight, limits, keep, gateway }: TeamView): string {
  const { samplesInFlight, tokensPerDay, gpuSecondsPerMonth, callsPerEvaluation, storedBytes } = limits
  const set = [
    ...(samplesInFlight === null ? [] : [`${counted(samplesInFlight, 'sample')} in flight`]),
    ...(tokensPerDay === null ? [] : [`${counted(tokensPerDay, 'token')} a day`]),
    ...(gpuSecondsPerMonth === null ? [] : [`${counted(gpuSecondsPerMonth, 'GPU second')} a month`]),
    ...(storedBytes === null ? [] : [`${size(storedBytes)} stored`]),
    ...(callsPerEvaluation === null ? [] : [`${counted(callsPerEvaluation, 'call')} an evaluation`]),
  ]
  const kept = [
    ...(keep.finishedDays === null ? [] : [`${keep.finishedDays} days after its end`]),
    ...(keep.archivedDays === null ? [] : [`${keep.archivedDays} days after it is archived`]),
  ]
  const deletes = [
    ...(kept.length === 0 ? [] : [`an evaluation ${kept.join(' or ')}`]),
    ...(keep.textsDays === null ? [] : [`its texts ${keep.textsDays} days after its end`]),
  ]
  const limited = set.length === 0 ? ', no limits' : `, at most ${set.join(', ')}`
  const audited = gateway.auditShare > 0 ? ` and audits ${(100 * gateway.auditShare).toFixed(1)} % of them` : ''
  const requests = gateway.keepDays === null ? '' : `; keeps requests ${counted(gateway.keepDays, 'day')}${audited}`
  return `${name.padEnd(20)} weight ${weight}${limited}${deletes.length === 0 ? '' : `; deletes ${deletes.join(', and ')}`}${requests}`
}

function number(text: string): number {
  const value = Number(text)
  if (Number.isFinite(value)) return value
  throw new InvalidArgumentError('must be a number')
}

/** A share is easily meant: a pool is shared by weights. */
function calls(text: string): Limit {
  if (text.endsWith('%'))
    throw new InvalidArgumentError('must be a number of calls at once, such as 16. --weight sets the share of a pool.')
  return limit(text)
}

function limit(text: string): Limit {
  return text === 'none' ? text : number(text)
}
