import type { EvaluationView, Priority } from '@cges-fleet/core'
import {
  CancelEvaluation,
  CloneEvaluation,
  ExtendEvaluation,
  GetEvaluation,
  LabelEvaluation,
  ListEvents,
  PauseEvaluation,
  PrioritizeEvaluation,
  ResumeEvaluation,
  RetryEvaluation,
} from '@cges-fleet/core/contract'
import { PRIORITIES } from '@cges-fleet/core/priority'
import { Argument, Command, InvalidArgumentError } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { evaluationJson } from './evaluation-json.js'
import { eventLines, reportText } from './evaluation-text.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

interface ApiOptions {
  readonly api?: string
  readonly json?: true
}

interface ExtendOptions extends ApiOptions {
  readonly method?: string[]
  readonly budget?: number
  readonly replicates?: number
  readonly maxCalls?: number
  readonly maxTokens?: number
  readonly reason?: string
}

interface PauseOptions {
  readonly stopCalls?: boolean
  readonly reason?: string
}

interface RerunOptions extends ApiOptions {
  readonly name?: string
  readonly pool?: string
  readonly seed?: number
  readonly suite?: string
  readonly idempotencyKey?: string
}

type ApiOf = (options: ApiOptions) => ApiClient

/** The commands that act on a submitted evaluation. */
export function lifecycleCommands(apiOf: ApiOf): Command[] {
  return [
    pauseCommand(apiOf),
    plainCommand(apiOf, ['resume', ResumeEvaluation], 'continue a paused evaluation'),
    plainCommand(
      apiOf,
      ['cancel', CancelEvaluation],
      'end an evaluation early and keep its samples; extend continues it',
    ),
    plainCommand(apiOf, ['retry', RetryEvaluation], 'draw failed questions again'),
    priorityCommand(apiOf),
    extendCommand(apiOf),
    rerunCommand(apiOf),
    eventsCommand(apiOf),
  ]
}

function command(name: string, description: string): Command {
  return withJson(withApi(new Command(name)))
    .description(description)
    .argument('<id>', 'the evaluation’s id')
}

type PlainRoute = typeof ResumeEvaluation | typeof CancelEvaluation | typeof RetryEvaluation

function pauseCommand(apiOf: ApiOf): Command {
  return command('pause', 'pause an evaluation; calls in flight finish')
    .option('--stop-calls', 'stop calls in flight at once; resume makes them again')
    .option('--reason <text>', 'reason, shown in its events')
    .action(async (id: string, { stopCalls, reason, ...options }: ApiOptions & PauseOptions) => {
      say(options, await apiOf(options).call(PauseEvaluation, { path: { id }, body: { reason, stopCalls } }))
    })
}

function plainCommand(apiOf: ApiOf, [name, route]: readonly [string, PlainRoute], description: string): Command {
  return command(name, description)
    .option('--reason <text>', 'reason, shown in its events')
    .action(async (id: string, options: ApiOptions & { reason?: string }) => {
      say(options, await apiOf(options).call(route, { path: { id }, body: { reason: options.reason } }))
    })
}

function priorityCommand(apiOf: ApiOf): Command {
  return command('priority', 'change how often an evaluation takes its turn among your team’s in a pool')
    .addArgument(new Argument('<priority>', 'high, normal and low take turns 16 : 4 : 1').choices(PRIORITIES))
    .action(async (id: string, priority: Priority, options: ApiOptions) => {
      say(options, await apiOf(options).call(PrioritizeEvaluation, { path: { id }, body: { priority } }))
    })
}

function extendCommand(apiOf: ApiOf): Command {
  return command('extend', 'add methods, budget, replicates or caps; draws only what is missing')
    .option('--method <methods...>', 'methods to add, such as sc@32')
    .option('--budget <n>', 'samples per question, of the methods given or else of all', whole)
    .option('--replicates <n>', 'replicates in all', whole)
    .option('--max-calls <n>', 'new cap on calls', whole)
    .option('--max-tokens <n>', 'new cap on tokens', whole)
    .option('--reason <text>', 'reason, shown in its events')
    .action(async (id: string, options: ExtendOptions) => {
      const { method: methods, budget, replicates, maxCalls, maxTokens, reason } = options
      const body = { methods, budget, replicates, reason, caps: { calls: maxCalls, tokens: maxTokens } }
      say(options, await apiOf(options).call(ExtendEvaluation, { path: { id }, body }))
    })
}

function rerunCommand(apiOf: ApiOf): Command {
  return command('rerun', 'submit an evaluation again with a new seed, on the same revision of its benchmark')
    .option('--name <name>', 'its name; “… (rerun)” unless given')
    .option('--pool <name>', 'another pool')
    .option('--seed <n>', 'its seed; a new one unless given. The same seed repeats the evaluation', Number)
    .option('--suite <name>', 'a suite; none unless given')
    .option('--idempotency-key <key>', 'repeating the same key returns the same rerun')
    .action(async (id: string, { name, pool, seed, suite, idempotencyKey, ...options }: RerunOptions) => {
      const request = {
        path: { id },
        body: { name, pool, seed, suite },
        headers: { 'Idempotency-Key': idempotencyKey },
      }
      const rerun = await apiOf(options).call(CloneEvaluation, request)
      printResult(options, evaluationJson(rerun), () => [rerun.id])
    })
}

function eventsCommand(apiOf: ApiOf): Command {
  return command('events', 'list what happened to an evaluation and why').action(
    async (id: string, options: ApiOptions) => {
      const answer = await apiOf(options).call(ListEvents, { path: { id } })
      printResult(options, answer, () => eventLines(answer.events))
    },
  )
}

function say(options: ApiOptions, view: EvaluationView): void {
  printResult(options, evaluationJson(view), () => reportText(view).slice(0, 1))
}

function whole(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('must be a whole number from 1')
  return value
}

interface TagOptions extends ApiOptions {
  readonly remove?: boolean
}

/** Tags and notes: the commands that label an evaluation. */
export function labelCommands(apiOf: ApiOf): Command[] {
  return [tagCommand(apiOf), noteCommand(apiOf)]
}

function tagCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('tag')))
    .description('add or remove tags of an evaluation; prints its tags')
    .argument('<id>', 'the evaluation’s id')
    .argument('[tags...]', 'tags of at most 40 characters; without any, prints the tags')
    .option('--remove', 'remove these tags')
    .action(async (id: string, given: string[], { remove, ...options }: TagOptions) => {
      const api = apiOf(options)
      const { tags: now } = await api.call(GetEvaluation, { path: { id } })
      const wanted = remove === true ? now.filter((tag) => !given.includes(tag)) : [...now, ...given]
      const { tags } = given.length === 0 ? { tags: now } : await label(api, id, { tags: wanted })
      if (options.json === true || tags.length > 0) printResult(options, { tags }, () => tags)
    })
}

function noteCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('note')))
    .description('replace an evaluation’s note; without a text, print it')
    .argument('<id>', 'the evaluation’s id')
    .argument('[text]', 'at most 4,000 characters; an empty text removes the note')
    .action(async (id: string, text: string | undefined, options: ApiOptions) => {
      const api = apiOf(options)
      const { note } =
        text === undefined ? await api.call(GetEvaluation, { path: { id } }) : await label(api, id, { note: text })
      if (options.json === true || (text === undefined && note !== '')) printResult(options, { note }, () => [note])
    })
}

function label(api: ApiClient, id: string, body: { tags?: string[]; note?: string }) {
  return api.call(LabelEvaluation, { path: { id }, body })
}
