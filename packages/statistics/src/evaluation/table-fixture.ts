import { EXTERNAL_PREFIX, methodKey, parseMethodSpec, type ReportedSpec } from '@cges-fleet/methods'
import type { EvaluationTable } from './evaluation-table.js'

/** A method's result on each trial, by question and replicate: its calls and its grade, null if it is blocked. */
export type Results = Readonly<
  Record<
    string,
    (trial: { question: number; replicate: number }) => { calls: number; grade: number; score?: number } | null
  >
>

/** An evaluation for tests: every trial has `budget` samples, answer 1 the right one; methods did what `results` say. */
export function tableFixture(
  [questions, replicates, budget]: readonly [number, number, number],
  results: Results,
  right: (place: { question: number; replicate: number; index: number }) => boolean = () => true,
): EvaluationTable {
  const trials = Array.from({ length: questions * replicates }, (_, trial) => ({
    question: Math.floor(trial / replicates),
    replicate: trial % replicates,
  }))
  const correct = trials.flatMap((trial) =>
    Array.from({ length: budget }, (_, index) => (right({ ...trial, index }) ? 1 : 0)),
  )
  return {
    questions,
    replicates,
    trials: {
      question: Int32Array.from(trials, ({ question }) => question),
      replicate: Int32Array.from(trials, ({ replicate }) => replicate),
      samplesFrom: Int32Array.from({ length: trials.length + 1 }, (_, trial) => trial * budget),
    },
    samples: {
      outcome: correct.map(() => 'answer'),
      answer: Int32Array.from(correct, (each) => (each === 1 ? 1 : 2)),
      correct: Uint8Array.from(correct),
      tokens: new Float64Array(correct.length).fill(10),
      seconds: new Float64Array(correct.length).fill(0.5),
      scoringSeconds: new Float64Array(correct.length),
      signals: new Map([['lns-arith', Float64Array.from(correct, (each) => (each === 1 ? 0.8 : 0.6))]]),
      lowest: new Map(),
    },
    methods: Object.entries(results).map(([text, resultOf]) => methodOf(text, budget, trials.map(resultOf))),
  }
}

function methodOf(text: string, budget: number, found: readonly ReturnType<Results[string]>[]) {
  const spec = specOf(text, budget)
  return {
    key: methodKey(spec),
    spec,
    calls: Int32Array.from(found, (each) => each?.calls ?? 0),
    grade: Int8Array.from(found, (each) => each?.grade ?? -1),
    score: Float64Array.from(found, (each) => each?.score ?? Number.NaN),
    ranking: { calls: 0, seconds: null },
  }
}

/** `external:mine` stands for a rule that is not ours. */
function specOf(text: string, budget: number): ReportedSpec {
  if (text.startsWith(EXTERNAL_PREFIX)) return { method: 'external', name: text.slice(EXTERNAL_PREFIX.length), budget }
  const parsed = parseMethodSpec(text, budget)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
}
