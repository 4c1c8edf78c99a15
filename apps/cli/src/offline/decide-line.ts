import { firstIssue, readJson } from '@cges-fleet/formats'
import {
  cgesScores,
  type ConfidenceSignal,
  decide,
  type Decision,
  isTrialMethod,
  MAX_BUDGET,
  parseMethodSpec,
  type TrialMethodSpec,
  type Vote,
} from '@cges-fleet/methods'
import { z } from 'zod'
import type { LineResult } from './line.js'

const Line = z.looseObject({
  id: z.unknown().optional(),
  method: z.string(),
  samples: z
    .array(
      z.object({
        answer: z
          .string()
          .refine((text) => text.trim() !== '', 'is empty: a sample without an answer has null')
          .nullable(),
        confidence: z.number().min(0, 'must be in [0, 1]').max(1, 'must be in [0, 1]').nullish(),
      }),
    )
    .max(MAX_BUDGET, `must be at most ${MAX_BUDGET} samples`),
})

/** The signal whose name the confidences of a line stand under where it names none. */
const SIGNAL: ConfidenceSignal = 'lns-arith'

/**
 * Decides one trial, given as a line of JSON: a method with its parameters, and all the samples there are. The budget
 * is the smaller of the one given and their number. `id` is handed through. Answers are compared as they are written.
 */
export function decideLine(text: string): LineResult {
  const json = readJson(text)
  if (!json.ok) return json
  const line = Line.safeParse(json.value)
  if (!line.success) return { ok: false, problem: firstIssue(line.error) }
  const { id, samples, ...fields } = line.data
  const read = readMethod(fields, samples.length)
  if (typeof read === 'string') return { ok: false, problem: read }
  const spec = { ...read, budget: Math.min(read.budget, samples.length) }
  const lacking = samples.findIndex(({ answer, confidence }) => answer !== null && typeof confidence !== 'number')
  if (spec.method === 'cges' && lacking >= 0) {
    return { ok: false, problem: `samples[${lacking}] has an answer but no confidence` }
  }
  const votes = samples.map(({ answer, confidence }): Vote => {
    const signal = spec.method === 'cges' ? spec.confidence : SIGNAL
    return { answer, confidences: typeof confidence === 'number' ? { [signal]: confidence } : {} }
  })
  try {
    return { ok: true, output: { ...(id === undefined ? {} : { id }), ...verdictOf(spec, votes) } }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}

function readMethod(fields: { method: string; [name: string]: unknown }, samples: number): TrialMethodSpec | string {
  const isText = /[:@]/u.test(fields.method)
  if (isText && Object.keys(fields).length > 1) return 'give the parameters in the method’s text or beside it, not both'
  const named = fields.method === 'cges' ? { confidence: SIGNAL, ...fields } : fields
  const support = fields['support']
  const long = typeof support === 'number' ? { ...named, support: { fixed: support } } : named
  const parsed = parseMethodSpec(isText ? fields.method : long, Math.max(1, samples))
  if (!parsed.ok) return parsed.problem
  if (!isTrialMethod(parsed.spec)) return 'dsc decides a set of questions, not one: see cges replay'
  return parsed.spec
}

function verdictOf(spec: TrialMethodSpec, votes: readonly Vote[]): Record<string, unknown> {
  const decision: Decision =
    votes.length === 0
      ? { state: 'stopped', calls: 0, answer: null, score: null, reason: 'budget' }
      : decide(spec, votes)
  // A budget of all the samples there are leaves nothing open.
  if (decision.state === 'open') throw new Error(`undecided after ${votes.length} samples`)
  const { calls, answer, reason, score } = decision
  const read = votes.slice(0, calls)
  return { calls, answer, reason, score, ...scoresOf(spec, read) }
}

/** CGES's posteriors, OTHER's apart; for the others each answer's share of the votes. */
function scoresOf(spec: TrialMethodSpec, read: readonly Vote[]): Record<string, unknown> {
  if (spec.method === 'cges') {
    const { candidates, otherScore } = cgesScores(read, spec)
    return { scores: Object.fromEntries(candidates.map(({ answer, score }) => [answer, score])), otherScore }
  }
  const counts = new Map<string, number>()
  for (const { answer } of read) if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  const votes = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { scores: Object.fromEntries([...counts].map(([answer, count]) => [answer, count / votes])) }
}
