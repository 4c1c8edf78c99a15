import { calibrationQuestions } from '@cges-fleet/core'
import { parseAs, parseJson } from '@cges-fleet/formats'
import {
  cgesScores,
  type ConfidenceSignal,
  decide,
  decideQuestions,
  type Decision,
  groupMinima,
  isCertified,
  isTrialMethod,
  MAX_BUDGET,
  type MethodSpec,
  otherScore,
  parseMethodSpec,
  type PartialAnswer,
  probeTokensUsed,
  questionsRefusal,
  readsPartials,
  readsSignal,
  readsWindow,
  tokensUsed,
  type TrialMethodSpec,
  type Vote,
} from '@cges-fleet/methods'
import { certifiedStops } from '@cges-fleet/replay'
import { z } from 'zod'
import type { LineResult } from './pipe-lines.js'

/** What a sample would have answered amid its tokens. */
const Partials = z
  .array(z.object({ tokens: z.int().min(0), answer: z.string().nullable(), probeTokens: z.int().min(0).optional() }))
  .max(256, 'must be at most 256 probes')

/** The samples of one question, in the order drawn. */
const Samples = z
  .array(
    z.object({
      answer: z
        .string()
        .refine((text) => text.trim() !== '', 'is empty: a sample without an answer has null')
        .nullable(),
      confidence: z.number().min(0, 'must be in [0, 1]').max(1, 'must be in [0, 1]').nullish(),
      tokens: z.int().min(0).nullish(),
      tokenConfidences: z.array(z.number().min(0)).nullish(),
      partials: Partials.nullish(),
    }),
  )
  .max(MAX_BUDGET, `must be at most ${MAX_BUDGET} samples`)
type Samples = z.infer<typeof Samples>

/** The default signal of a line's confidences, for methods that name none. */
const SIGNAL: ConfidenceSignal = 'lns-arith'

/** Reads a line's method, in its text or with its parameters beside it; gives what is wrong with it in words. */
function readMethod(fields: { method: string; [name: string]: unknown }, budget: number): MethodSpec | string {
  const isText = /[:@]/u.test(fields.method)
  if (isText && Object.keys(fields).length > 1) return 'give the parameters in the method’s text or beside it, not both'
  const named = fields.method === 'cges' ? { confidence: SIGNAL, ...fields } : fields
  const support = fields['support']
  const long = typeof support === 'number' ? { ...named, support: { fixed: support } } : named
  const parsed = parseMethodSpec(isText ? fields.method : long, Math.max(1, budget))
  return parsed.ok ? parsed.spec : parsed.problem
}

/**
 * Turns samples into votes, or returns an error naming the first that has an answer but lacks what the method reads.
 */
function votesOf(samples: Samples, spec: MethodSpec): readonly Vote[] | string {
  const signal = readsSignal(spec)
  const window = readsWindow(spec)
  for (const [at, { answer, confidence, tokenConfidences, partials }] of samples.entries()) {
    if (readsPartials(spec) && partials == null) return `samples[${at}] has no partials`
    if (answer === null) continue
    if (signal !== null && typeof confidence !== 'number') return `samples[${at}] has an answer but no confidence`
    if (window !== null && tokenConfidences == null) return `samples[${at}] has an answer but no tokenConfidences`
  }
  return samples.map(({ answer, confidence, tokenConfidences, partials, tokens = tokenConfidences?.length }) => ({
    answer,
    confidences: typeof confidence === 'number' ? { [signal ?? SIGNAL]: confidence } : {},
    ...(tokens == null ? {} : { tokens }),
    ...(partials == null ? {} : { partials: partials.map(exact) }),
    ...(window === null || tokenConfidences == null
      ? {}
      : { minima: { [window]: groupMinima(tokenConfidences, window) } }),
  }))
}

function exact({ probeTokens, ...rest }: z.infer<typeof Partials>[number]): PartialAnswer {
  return probeTokens === undefined ? rest : { ...rest, probeTokens }
}

const Line = z.looseObject({ id: z.unknown().optional(), method: z.string(), samples: Samples })

/**
 * Decides one trial, given as a line of JSON: a method with its parameters, and all its samples. The budget is the
 * smaller of the one given and their number. `id` is passed through. Answers are compared as written. A line with
 * `questions` is a set of them: see `decideSetLine`.
 */
export function decideLine(text: string): LineResult {
  const json = parseJson(text)
  if (!json.ok) return json
  if (typeof json.value === 'object' && json.value !== null && 'questions' in json.value) {
    return decideSetLine(json.value)
  }
  const line = parseAs(Line, json.value)
  if (!line.ok) return line
  const { id, samples, ...fields } = line.value
  const read = readMethod(fields, samples.length)
  if (typeof read === 'string') return { ok: false, problem: read }
  if (!isTrialMethod(read)) {
    return {
      ok: false,
      problem: `${read.method} is decided on many questions: give them all, as "questions" (see --help)`,
    }
  }
  const spec = { ...read, budget: Math.min(read.budget, samples.length) }
  const votes = votesOf(samples, spec)
  if (typeof votes === 'string') return { ok: false, problem: votes }
  try {
    return { ok: true, output: { ...(id === undefined ? {} : { id }), ...verdictOf(spec, votes) } }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}

function verdictOf(spec: TrialMethodSpec, votes: readonly Vote[]): Record<string, unknown> {
  const decision: Decision =
    votes.length === 0
      ? { state: 'stopped', calls: 0, answer: null, score: null, reason: 'budget' }
      : decide(spec, votes)
  // With a budget of all the samples no decision can stay open.
  if (decision.state === 'open') throw new Error(`undecided after ${votes.length} samples`)
  const { calls, answer, reason, score } = decision
  const read = votes.slice(0, calls)
  const tokens = read.length === 0 ? null : tokensUsed(spec, read)
  const probes = probeTokensUsed(spec, read) ?? null
  const costs = { ...(tokens === null ? {} : { tokens }), ...(probes === null ? {} : { probeTokens: probes }) }
  return { calls, answer, reason, score, ...costs, ...scoresOf(spec, read) }
}

/**
 * CGES's posteriors, or for other methods each answer's share of the votes; and the mass of unseen answers, if a method
 * has it.
 */
function scoresOf(spec: TrialMethodSpec, read: readonly Vote[]): Record<string, unknown> {
  if (spec.method === 'cges') {
    const { candidates, otherScore: other } = cgesScores(read, spec)
    return { scores: Object.fromEntries(candidates.map(({ answer, score }) => [answer, score])), otherScore: other }
  }
  const counts = new Map<string, number>()
  for (const { answer } of read) if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  const votes = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const other = otherScore(spec, read)
  return {
    scores: Object.fromEntries([...counts].map(([answer, count]) => [answer, count / votes])),
    ...(other === null ? {} : { otherScore: other }),
  }
}

/** Most questions of a line. */
const MOST_QUESTIONS = 10_000

const SetLine = z.looseObject({
  id: z.unknown().optional(),
  method: z.string(),
  seed: z.int().min(0).default(0),
  questions: z
    .array(z.object({ samples: Samples }))
    .min(1, 'has none')
    .max(MOST_QUESTIONS, `must be at most ${MOST_QUESTIONS} questions`),
})

/**
 * Decides a set of questions together, given as a line of JSON: by a method of sets, which takes them in their order (DSC:
 * from easy to hard), or by a certified threshold, fixed as in an evaluation of `seed`. The budget is the smaller of the
 * one given and the samples of the question that has fewest.
 */
function decideSetLine(value: unknown): LineResult {
  const line = parseAs(SetLine, value)
  if (!line.ok) return line
  const { id, seed, questions, ...fields } = line.value
  const fewest = Math.min(...questions.map(({ samples }) => samples.length))
  const read = readMethod(fields, fewest)
  if (typeof read === 'string') return { ok: false, problem: read }
  const spec = { ...read, budget: Math.min(read.budget, fewest) }
  if (fewest === 0) return { ok: false, problem: 'every question needs samples' }
  const refusal = questionsRefusal(spec, questions.length, [spec.budget])
  if (refusal !== null) return { ok: false, problem: refusal }
  const pools: (readonly Vote[])[] = []
  for (const [at, { samples }] of questions.entries()) {
    const votes = votesOf(samples, spec)
    if (typeof votes === 'string') return { ok: false, problem: `questions[${at}].${votes}` }
    pools.push(votes)
  }
  return decideSet(spec, pools, seed, id)
}

function decideSet(spec: MethodSpec, pools: readonly (readonly Vote[])[], seed: number, id?: unknown): LineResult {
  const named = id === undefined ? {} : { id }
  if (isTrialMethod(spec)) {
    return { ok: false, problem: `${spec.method} decides each question by itself: give its samples, without questions` }
  }
  if (isCertified(spec)) {
    const calibration = calibrationQuestions(spec, pools.length, seed)
    const { certification, stops } = certifiedStops(spec, pools, calibration)
    const questions = stops.map((stop) => stop && { calls: stop.calls, answer: stop.answer, reason: stop.reason })
    return { ok: true, output: { ...named, certified: certification, questions } }
  }
  const questions = decideQuestions(spec, [...pools.keys()], pools).map((each) => {
    if (each.state === 'open') throw new Error(`question ${each.question} is undecided with all its samples read`)
    const { calls, answer, reason, score } = each
    return { calls, answer, reason, score }
  })
  return { ok: true, output: { ...named, questions } }
}
