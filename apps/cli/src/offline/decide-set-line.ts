import { calibrationQuestions } from '@cges-fleet/core'
import { parseAs } from '@cges-fleet/formats'
import {
  decideQuestions,
  isCertified,
  isTrialMethod,
  type MethodSpec,
  questionsRefusal,
  type Vote,
} from '@cges-fleet/methods'
import { certifiedStops } from '@cges-fleet/replay'
import { z } from 'zod'
import { readMethod, Samples, votesOf } from './decide-input.js'
import type { LineResult } from './line.js'

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
export function decideSetLine(value: unknown): LineResult {
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
