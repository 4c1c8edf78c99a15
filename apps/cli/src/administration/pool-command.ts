import { counted, inNumber, PoolName, type PoolView, preflightNoteWords, preflightWords } from '@cges-fleet/core'
import { ListPools } from '@cges-fleet/core/contract'
import { Command, InvalidArgumentError } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import type { ApiOptions } from '../api/connection.js'
import { wholeFrom, withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

/** `cges pool`: what pools can do, and what operators promise of them. */
export function poolCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return new Command('pool').description('pools of workers').addCommand(listCommand(apiOf)).addCommand(promiseCommand())
}

function listCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('list')))
    .description('list pools, their workers, and what each model server can do')
    .action(async (options: ApiOptions & { readonly json?: true }) => {
      const { pools } = await apiOf(options).call(ListPools, {})
      printResult(options, { pools }, () => poolListText(pools))
    })
}

interface Promised {
  readonly model: string
  readonly revision?: string
  readonly rewardModel?: string
  readonly stepScorer?: string
  readonly maxModelLen?: number
}

function promiseCommand(): Command {
  return withJson(new Command('promise'))
    .description('set what a pool must serve, in the database of DATABASE_URL; other workers do not draw')
    .argument('<pool>', 'its name', poolName)
    .requiredOption('--model <name>', 'model, as its server’s /v1/models names it')
    .option('--revision <revision>', 'revision of the weights; workers need it as MODEL_REVISION')
    .option('--reward-model <name>', 'reward model and aggregation, such as prm@last')
    .option('--step-scorer <name>', 'step scorer, by the name that it returns')
    .option(
      '--max-model-len <tokens>',
      'most tokens of prompt and answer together; workers with less do not draw',
      wholeFrom(1),
    )
    .action(async (pool: string, { json, ...promised }: Promised & { json?: true }) => {
      const { promisePoolByHand } = await import('./database-work.js')
      await promisePoolByHand(pool, { ...promised, provenance: 'model' })
      const revision = promised.revision === undefined ? '' : `, revision ${promised.revision}`
      printResult(json === undefined ? {} : { json }, { pool, ...promised }, () => [
        `Pool ${pool} promises ${promised.model}${revision}.`,
      ])
    })
}

function poolName(text: string): string {
  const parsed = PoolName.safeParse(text)
  if (!parsed.success) throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? 'no name of a pool')
  return parsed.data
}

/** Formats pools for people: what each serves, and what each of its workers does and found out about its server. */
export function poolListText(pools: readonly PoolView[]): string[] {
  if (pools.length === 0) return ['There is no pool yet. Start a worker with POOL set to a name.']
  return pools.flatMap((pool, at) => [...(at === 0 ? [] : ['']), headOf(pool), ...pool.workers.flatMap(workerText)])
}

function headOf({ name, model, workers }: PoolView): string {
  const ready = workers.filter((worker) => worker.ready).length
  return `${name}: ${model}, ${ready} of ${counted(workers.length, 'worker')} ${inNumber(ready, 'draws', 'draw')}`
}

function workerText({ id, slots, ready, reason, preflight }: PoolView['workers'][number]): string[] {
  const state = ready ? (reason ?? 'ready') : `not ready: ${reason ?? 'it does not say why'}`
  const found = preflight === null ? 'its model server is not checked yet' : preflightWords(preflight)
  return [
    `  ${id}  ${counted(slots, 'slot')}, ${state}; ${found}`,
    ...(preflight?.notes ?? []).map((note) => `    ${preflightNoteWords(note)}`),
  ]
}
