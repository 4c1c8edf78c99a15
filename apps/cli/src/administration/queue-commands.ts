import { counted, type PoolQueue, QueueVisibility, VISIBILITY_WORDS, waitWords } from '@cges-fleet/core'
import { GetPoolQueue, SetQueueVisibility } from '@cges-fleet/core/contract'
import { Argument, Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import type { ApiOptions } from '../api/connection.js'
import { columnsBefore, duration, wrapped } from '../shell/format.js'
import { poolName, withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

type Options = ApiOptions & { readonly json?: true }

/** `cges pool queue`: what runs in a pool, and what starts next. */
export function queueCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('queue')))
    .description('list the evaluations that run in a pool, yours first, when they go on and why yours wait')
    .argument('<pool>', 'its name', poolName)
    .action(async (pool: string, options: Options) => {
      const queue = await apiOf(options).call(GetPoolQueue, { path: { pool } })
      printResult(options, queue, () => queueText(queue))
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

/** Formats a pool's queue for people: a line for each evaluation, then why one of theirs waits. */
export function queueText({ evaluations, total, visibility }: PoolQueue): string[] {
  const about = VISIBILITY_WORDS[visibility]
  if (evaluations.length === 0) return ['No evaluation that you may see runs here.', about]
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
    one.waits === null ? [] : wrapped(`${one.name}: ${waitWords(one.waits)}`, ''),
  )
  return [...columnsBefore([head, ...rows], ['evaluation', ...names]), ...more, '', ...waits, about]
}
