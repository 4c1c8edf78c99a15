import { type ChatBody, DEFAULT_SAMPLING, type Sampling, whyReplayed } from '@cges-fleet/core'
import {
  type MethodSpec,
  isTrialMethod,
  parseMethodSpec,
  requiredSignals,
  type TrialMethodSpec,
} from '@cges-fleet/methods'
import type { ServedPool } from '@cges-fleet/db'
import { Refusal } from '../http/refusal.js'
import { ChatFields, FORWARDED, OF_TOOLS } from './chat-fields.js'
import type { ChatWork } from './chat-work.js'
import { withoutNulls } from './left-out.js'
import { readModelName } from './model-name.js'
import { refusedBy } from './refused-by.js'

/** What a request is read by, beside itself. */
export interface ReadBy {
  readonly pools: readonly ServedPool[]
  readonly defaultMethod: string
  /** Whether functions may be offered. */
  readonly takesTools: boolean
  /** The largest budget. */
  readonly mostCalls: number
  /** A seed for a request that has none. */
  readonly seed: () => number
}

/** Reads a request as JSON; throws a `Refusal` that names what is not understood. */
export function readChat(json: unknown, by: ReadBy): ChatWork {
  const parsed = ChatFields.safeParse(withoutNulls(json))
  if (!parsed.success) throw refusedBy(parsed.error)
  const named = readModelName(parsed.data.model)
  refuseTools(parsed.data, by.takesTools)
  const fields = { ...parsed.data, cges: { ...named.says, ...parsed.data.cges } }
  const pool = poolNamed(named.name, by.pools)
  const method = methodOf(fields, named.method ?? by.defaultMethod, by.mostCalls)
  const body = bodyOf(fields, method)
  refuseCopies(body.sampling, method)
  const { cges } = fields
  return {
    pool: pool.name,
    servedModel: pool.model,
    model: fields.model,
    method,
    body,
    seed: fields.seed ?? by.seed(),
    tokensPerCall: tokensPerCall(body, pool),
    deadlineMs: cges.deadlineMs ?? null,
    minSamples: Math.min(cges.minSamples ?? 1, method.budget),
    noAnswer: cges.noAnswer ?? 'first',
    tellsSamples: cges.samples === true,
    stream: fields.stream === true,
    includesUsage: fields.stream_options?.include_usage === true,
  }
}

/** Finds the pool of a model's name; throws a `Refusal` if a request could not name it. */
export function readModel(
  model: string,
  { pools, defaultMethod, mostCalls }: Omit<ReadBy, 'seed' | 'takesTools'>,
): ServedPool {
  const { name, method, says } = readModelName(model)
  methodOf({ cges: says }, method ?? defaultMethod, mostCalls)
  return poolNamed(name, pools)
}

function poolNamed(name: string, pools: readonly ServedPool[]): ServedPool {
  const byName = pools.find((pool) => pool.name === name)
  if (byName !== undefined) return byName
  const [one, ...others] = pools.filter(({ model }) => model === name)
  if (one === undefined)
    throw new Refusal('not_found', `No pool is called ${shown(name)} or serves such a model.`, { param: 'model' })
  if (others.length === 0) return one
  const names = [one, ...others].map((pool) => pool.name).join(', ')
  throw new Refusal('invalid', `Several pools serve ${shown(name)}: name one of ${names}.`, { param: 'model' })
}

const shown = (text: string) => JSON.stringify(text.slice(0, 80))

/** Signals of servers beside a worker, which score samples of evaluations alone. */
const SCORED = ['rm', 'mars-learned'] as const

function methodOf({ cges = {} }: Pick<ChatFields, 'cges'>, named: string, mostCalls: number): TrialMethodSpec {
  const text = cges.method ?? named
  const refuse = (message: string) =>
    new Refusal('invalid', message, { param: cges.method === undefined ? 'model' : 'cges.method' })
  const parsed = parseMethodSpec(text, cges.budget ?? 16)
  if (!parsed.ok) throw refuse(`The method ${shown(text)} is not understood: ${parsed.problem}.`)
  const spec: MethodSpec = cges.budget === undefined ? parsed.spec : withBudget(parsed.spec, cges.budget)
  if (!isTrialMethod(spec))
    throw refuse(`${spec.method} decides many questions together, so it cannot answer one request.`)
  const replayed = whyReplayed(spec)
  if (replayed !== null) throw refuse(`${replayed}.`)
  const scored = SCORED.find((signal) => requiredSignals([spec]).includes(signal))
  if (scored !== undefined)
    throw refuse(`confidence=${scored} is not available here: its server scores evaluations alone.`)
  if (spec.budget > mostCalls) throw refuse(`The budget is ${spec.budget} calls, and the most is ${mostCalls}.`)
  return spec
}

function withBudget(spec: MethodSpec, budget: number): MethodSpec {
  const parsed = parseMethodSpec({ ...spec, budget }, budget)
  if (parsed.ok) return parsed.spec
  throw new Refusal('invalid', `${parsed.problem}.`, { param: 'cges.budget' })
}

function bodyOf(fields: ChatFields, method: TrialMethodSpec): ChatBody {
  const { cges = {}, messages } = fields
  const forwarded = Object.keys(fields.tools === undefined ? FORWARDED : { ...FORWARDED, ...OF_TOOLS })
  const extra = forwarded.flatMap((name) => {
    const value: unknown = fields[name as keyof ChatFields]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    messages,
    sampling: samplingOf(fields),
    extra: Object.fromEntries(extra),
    methods: [method],
    answerKind: cges.kind ?? (cges.choices === undefined ? 'math' : 'choice'),
    choices: cges.choices ?? null,
  }
}

function samplingOf(fields: ChatFields): Sampling {
  const preset = DEFAULT_SAMPLING
  return {
    temperature: fields.temperature ?? preset.temperature,
    topP: fields.top_p ?? preset.topP,
    topK: fields.top_k ?? preset.topK,
    minP: fields.min_p ?? preset.minP,
    repetitionPenalty: fields.repetition_penalty ?? preset.repetitionPenalty,
    presencePenalty: fields.presence_penalty ?? preset.presencePenalty,
    frequencyPenalty: fields.frequency_penalty ?? preset.frequencyPenalty,
    maxTokens: fields.max_completion_tokens ?? fields.max_tokens ?? preset.maxTokens,
    stop: fields.stop ?? preset.stop,
  }
}

/** What was offered must be taken, and what was not cannot be called. */
function refuseTools({ tools, tool_choice: choice }: ChatFields, takesTools: boolean): void {
  if (tools !== undefined && !takesTools)
    throw new Refusal('invalid', 'This gateway takes no tools (TOOL_CALLS=refuse).', { param: 'tools' })
  if (tools === undefined && choice !== undefined && choice !== 'none' && choice !== 'auto')
    throw new Refusal('invalid', 'tool_choice names a function to call, and no tools are offered.', { param: 'tools' })
}

/** Votes of copies mean nothing, and cost as many calls. */
function refuseCopies({ temperature }: Sampling, { budget }: TrialMethodSpec): void {
  if (temperature > 0 || budget === 1) return
  const message =
    'At temperature 0 all replies are one, so there is nothing to vote on. Set temperature above 0, such as 0.7, or a budget of 1.'
  throw new Refusal('invalid', message, { param: 'temperature' })
}

/** A prompt has at most as many tokens as bytes; the context bounds both together. */
function tokensPerCall({ messages, sampling, extra }: ChatBody, { maxModelLen }: ServedPool): number {
  const called = JSON.stringify([extra['tools'] ?? [], messages.map((each) => each.tool_calls ?? [])])
  const bytes = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), Buffer.byteLength(called))
  return Math.min(maxModelLen ?? Infinity, bytes + sampling.maxTokens)
}
