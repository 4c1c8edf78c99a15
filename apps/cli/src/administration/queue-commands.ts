import {
  bindingConstraint,
  counted,
  type PoolQueue,
  type PoolShare,
  type PoolShares,
  QueueVisibility,
  VISIBILITY_WORDS,
  type Waits,
  waitWords,
} from '@cges-fleet/core'
import { GetPoolQueue, GetPoolShares, SetQueueVisibility } from '@cges-fleet/core/contract'
import { Argument, Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import type { ApiOptions } from '../api/connection.js'
import { columnsBefore, duration, percent, wrapped } from '../shell/format.js'
import { poolName, withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

type Options = ApiOptions & { readonly json?: true }

/** `cges pool queue`: what runs in a pool, what starts next, and each team's share. */
export function queueCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('queue')))
    .description('list a pool’s evaluations, when they go on and why yours wait, and each team’s share')
    .argument('<pool>', 'its name', poolName)
    .action(async (pool: string, options: Options) => {
      const api = apiOf(options)
      const [queue, shares] = await Promise.all([
        api.call(GetPoolQueue, { path: { pool } }),
        api.call(GetPoolShares, { path: { pool } }),
      ])
      printResult(options, { ...queue, teams: shares.teams }, () => queueText(queue, shares))
    })
}

/** `cges pool visibility`: what everyone sees of other teams. */
export function visibilityCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('visibility')))
    .description('set what everyone sees of other teams in a pool: numbers, teams, or also evaluations and owners')
    .argument('<pool>', 'its name', poolName)
    .addArgument(new Argument('<visibility>', 'counts, also teams, or also names').choices(QueueVisibility.options))
    .action(async (pool: string, visibility: QueueVisibility, options: Options) => {
      const answer = await apiOf(options).call(SetQueueVisibility, { path: { pool }, body: { visibility } })
      printResult(options, answer, () => [VISIBILITY_WORDS[visibility]])
    })
}

/** Formats a pool's queue for people: its evaluations, why they wait or are held back, and each team's share. */
export function queueText(queue: PoolQueue, shares: PoolShares): string[] {
  const { evaluations, visibility } = queue
  const { teams } = shares
  const none = teams.length === 0 ? 'No team has work here.' : NONE[visibility]
  const about = VISIBILITY_WORDS[visibility]
  const binding = bindingConstraint(shares)
  const held = heldLines(binding)
  const said = held.length === 0 ? null : binding.kind
  return [
    ...(evaluations.length === 0 ? [none] : evaluationLines(queue, said)),
    '',
    ...held,
    ...teamLines(teams),
    about,
  ]
}

/** What of a team's own holds all its evaluations back, also those being drawn. */
function heldLines(binding: Waits): string[] {
  return binding.kind === 'team-limit' || binding.kind === 'caps' ? [...wrapped(waitWords(binding), ''), ''] : []
}

const OF_YOURS = 'No evaluation of your team runs here.'
const NONE = { counts: OF_YOURS, teams: OF_YOURS, names: 'No evaluation runs here.' } as const

/** The evaluations and why each waits, but for what is said of all of them. */
function evaluationLines({ evaluations, total }: PoolQueue, said: Waits['kind'] | null): string[] {
  const head = ['next sample', 'drawn now', 'waiting', 'team', 'owner']
  const rows = evaluations.map(({ startsInSeconds, active, waiting, team, owner }) => [
    startsInSeconds === null ? '—' : `~ ${duration(startsInSeconds)}`,
    String(active),
    String(waiting),
    team,
    owner ?? '—',
  ])
  const names = evaluations.map(({ name }) => name)
  const more = total > evaluations.length ? [`and ${counted(total - evaluations.length, 'more evaluation')}`] : []
  const waits = evaluations.flatMap((one) =>
    one.waits === null || one.waits.kind === said ? [] : wrapped(`${one.name}: ${waitWords(one.waits)}`, ''),
  )
  return [
    ...columnsBefore([head, ...rows], ['evaluation', ...names]),
    ...more,
    ...(waits.length > 0 ? ['', ...waits] : []),
  ]
}

function teamLines(teams: readonly PoolShare[]): string[] {
  if (teams.length === 0) return []
  const head = ['share now', 'entitled to', 'in flight', 'waiting', 'evaluations']
  const rows = teams.map(({ share, entitlement, active, waiting, evaluations }) => [
    share === null ? '—' : percent(share),
    percent(entitlement),
    String(active),
    String(waiting),
    String(evaluations),
  ])
  const names = teams.map(({ team, own }) => `${team ?? 'other teams'}${own ? ' (yours)' : ''}`)
  return [...columnsBefore([head, ...rows], ['team', ...names]), '']
}
