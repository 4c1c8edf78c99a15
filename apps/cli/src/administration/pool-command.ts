import { poolPauseWords, type PoolPaused, type PoolPrice, priceWords } from '@cges-fleet/core'
import { GetPoolShares, ListPools, PausePool, PricePool, PromisePool, ResumePool } from '@cges-fleet/core/contract'
import { Command, InvalidArgumentError } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import type { ApiOptions } from '../api/connection.js'
import { UsageError } from '../errors.js'
import { numberFrom, poolName, wholeFrom, withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { type ListedPool, loadOf, poolListText } from './pool-text.js'
import { queueCommand, visibilityCommand } from './queue-commands.js'
import { reservationsCommand, reserveCommand, unreserveCommand } from './reservation-commands.js'

/** `cges pool`: what pools can do, and what operators promise of them. */
export function poolCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return new Command('pool')
    .description('pools of workers')
    .addCommand(listCommand(apiOf))
    .addCommand(promiseCommand(apiOf))
    .addCommand(priceCommand(apiOf))
    .addCommand(pauseCommand(apiOf))
    .addCommand(resumeCommand(apiOf))
    .addCommand(queueCommand(apiOf))
    .addCommand(visibilityCommand(apiOf))
    .addCommand(reserveCommand(apiOf))
    .addCommand(reservationsCommand(apiOf))
    .addCommand(unreserveCommand(apiOf))
}

function listCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('list')))
    .description('list pools: their load, their workers, and what each model server can do')
    .action(async (options: ApiOptions & { readonly json?: true }) => {
      const pools = await listPools(apiOf(options))
      printResult(options, { pools }, () => poolListText(pools))
    })
}

async function listPools(api: ApiClient): Promise<ListedPool[]> {
  const { pools } = await api.call(ListPools, {})
  const listed: ListedPool[] = []
  for (const pool of pools) {
    const shares = await api.call(GetPoolShares, { path: { pool: pool.name } })
    listed.push({ ...pool, load: loadOf(shares) })
  }
  return listed
}

interface PromiseOptions extends ApiOptions {
  readonly json?: true
  readonly model: string
  readonly revision?: string
  readonly rewardModel?: string
  readonly stepScorer?: string
  readonly maxModelLen?: number
}

function promiseCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('promise')))
    .description('set the model a pool must serve; workers with another model do not draw')
    .argument('<pool>', 'its name; made if there is none', poolName)
    .requiredOption('--model <name>', 'model name, as in the server’s /v1/models')
    .option('--revision <revision>', 'revision of the weights; workers must set the same MODEL_REVISION')
    .option('--reward-model <name>', 'reward model and aggregation, such as prm@last')
    .option('--step-scorer <name>', 'name of the step scorer')
    .option('--max-model-len <tokens>', 'context length in tokens; workers with less do not draw', wholeFrom(1))
    .action(async (pool: string, options: PromiseOptions) => {
      const { model, revision, rewardModel, stepScorer, maxModelLen } = options
      const body = { model, revision, rewardModel, stepScorer, maxModelLen }
      const promised = await apiOf(options).call(PromisePool, { path: { pool }, body })
      const of = promised.revision === null ? '' : `, revision ${promised.revision}`
      printResult(options, promised, () => [`Pool ${pool} promises ${promised.model}${of}.`])
    })
}

interface PriceOptions extends ApiOptions {
  readonly json?: true
  readonly currency?: string
  readonly promptMillion?: number
  readonly completionMillion?: number
}

function priceCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('price')))
    .description('set the price of a pool, by GPU time or tokens; it applies to calls from now on')
    .argument('<pool>', 'its name', poolName)
    .argument('<amount>', 'price per GPU hour; "none" removes it', amount)
    .option('--prompt-million <amount>', 'price per million prompt tokens, as a hosted API charges', numberFrom(0))
    .option('--completion-million <amount>', 'price per million answer tokens', numberFrom(0))
    .option('--currency <code>', 'three letters, such as EUR; a pool’s first currency is final')
    .action(async (pool: string, gpuHour: number | 'none', options: PriceOptions) => {
      const { promptMillion = null, completionMillion = null } = options
      const api = apiOf(options)
      const amounts = { gpuHour: gpuHour === 'none' ? null : gpuHour, promptMillion, completionMillion }
      const isNone = Object.values(amounts).every((each) => each === null)
      const known = options.currency === undefined && isNone ? await priceOf(api, pool) : undefined
      // A request would make its currency final.
      if (known === null) return printResult(options, null, () => [`Pool ${pool} has no price.`])
      const currency = options.currency ?? known?.currency
      if (currency === undefined) throw new UsageError('give --currency, three letters, such as EUR')
      const price = await api.call(PricePool, { path: { pool }, body: { ...amounts, currency } })
      printResult(options, price, () => [`Pool ${pool} ${priceWords(price)}.`])
    })
}

/** The price of a pool; null if it has none. */
async function priceOf(api: ApiClient, pool: string): Promise<PoolPrice | null> {
  const { pools } = await api.call(ListPools)
  const found = pools.find(({ name }) => name === pool)
  if (found === undefined) throw new UsageError(`there is no pool ${JSON.stringify(pool)}: cges pool list has them`)
  return found.price
}

function pauseCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('pause')))
    .description('pause a pool: samples being drawn finish, and nothing new is drawn')
    .argument('<pool>', 'its name', poolName)
    .option('--reason <text>', 'reason, shown to everyone who uses the pool')
    .action(async (pool: string, options: ApiOptions & { readonly json?: true; readonly reason?: string }) => {
      const answer = await apiOf(options).call(PausePool, { path: { pool }, body: { reason: options.reason } })
      printResult(options, answer, () => [pausedText(answer)])
    })
}

function pausedText({ pool, paused, changed }: PoolPaused): string {
  if (!changed) return `Pool ${pool} was paused before. ${poolPauseWords(paused)}`
  return `Pool ${pool} is paused. Samples being drawn finish. Resume it with: cges pool resume ${pool}`
}

function resumeCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('resume')))
    .description('resume a paused pool')
    .argument('<pool>', 'its name', poolName)
    .action(async (pool: string, options: ApiOptions & { readonly json?: true }) => {
      const answer = await apiOf(options).call(ResumePool, { path: { pool } })
      printResult(options, answer, () => [
        answer.changed ? `Pool ${pool} is resumed: workers draw what waits.` : `Pool ${pool} was not paused.`,
      ])
    })
}

function amount(text: string): number | 'none' {
  if (text === 'none') return text
  const value = Number(text)
  if (text !== '' && Number.isFinite(value) && value >= 0) return value
  throw new InvalidArgumentError('must be a number of at least 0, or "none"')
}
