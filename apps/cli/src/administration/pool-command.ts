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
    .description('list the pools, their workers, and what each worker found out about its model server')
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
    .description(
      'say what a pool serves, in the database of DATABASE_URL; a worker that serves anything else does not draw',
    )
    .argument('<pool>', 'its name', poolName)
    .requiredOption('--model <name>', 'the model, as /v1/models of its server names it')
    .option('--revision <revision>', 'the revision of its weights: workers must have it as MODEL_REVISION')
    .option('--reward-model <name>', 'the reward model and how its scores become one, such as prm@last')
    .option('--step-scorer <name>', 'what says how much each step matters, as it names itself')
    .option(
      '--max-model-len <tokens>',
      'the most tokens a prompt and its answer have together: workers whose server takes fewer do not draw',
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
