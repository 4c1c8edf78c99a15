import { parseAs, parseJson } from '@cges-fleet/formats'
import {
  cgesScores,
  decide,
  type Decision,
  isTrialMethod,
  otherScore,
  tokensUsed,
  type TrialMethodSpec,
  type Vote,
} from '@cges-fleet/methods'
import { z } from 'zod'
import { readMethod, Samples, votesOf } from './decide-input.js'
import { decideSetLine } from './decide-set-line.js'
import type { LineResult } from './line.js'

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
  return { calls, answer, reason, score, ...(tokens === null ? {} : { tokens }), ...scoresOf(spec, read) }
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
