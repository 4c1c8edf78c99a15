import { type MethodSpec, methodKey } from '@cges-fleet/methods'
import { type EvaluationTable } from '@cges-fleet/statistics'
import type { TeamId } from '../team.js'
import { type Database, type Db, query } from './query.js'
import { readCallColumns } from './read-call-columns.js'
import { serverTime } from './server-time.js'
import { type SampleRow, TableColumns, type TrialRow } from './table-columns.js'

/** Questions read at once: what is in flight between database and memory stays small, however many there are. */
const QUESTIONS_PER_PAGE = 500

/** An evaluation as far as its statistics need it. */
export interface TableOf {
  readonly team: TeamId
  readonly id: string
  readonly questions: number
  readonly replicates: number
  readonly methods: readonly MethodSpec[]
  /** Whether the times of its calls are those of a model. */
  readonly timed: boolean
}

/** Reads a finished evaluation as columns of numbers, as of one instant: no text, no log-probabilities. */
export async function readEvaluationTable(db: Database, of: TableOf): Promise<EvaluationTable> {
  const columns = new TableColumns(of.methods.length)
  const calls = await db.transaction('REPEATABLE READ', async (tx) => {
    for (let from = 0; from < of.questions; from += QUESTIONS_PER_PAGE) await readPage(tx, { of, from, columns })
    return readCallColumns(tx, of.team, of.id)
  })
  const { seconds, scoringSeconds, rankings } = serverTime(calls, columns.places(), of)
  const { outcome, answer, correct, tokens } = columns
  return {
    questions: of.questions,
    replicates: of.replicates,
    trials: {
      question: Int32Array.from(columns.question),
      replicate: Int32Array.from(columns.replicate),
      samplesFrom: Int32Array.from([...columns.samplesFrom, outcome.length]),
    },
    samples: {
      outcome,
      answer: Int32Array.from(answer),
      correct: Uint8Array.from(correct),
      tokens: Float64Array.from(tokens),
      seconds,
      scoringSeconds,
      signals: columns.signalColumns(),
    },
    methods: of.methods.map((spec, place) => ({
      key: methodKey(spec),
      spec,
      calls: Int32Array.from(columns.calls[place] ?? []),
      grade: Int8Array.from(columns.grade[place] ?? []),
      ranking: rankings.get(methodKey(spec)) ?? { calls: 0, seconds: null },
    })),
  }
}

async function readPage(tx: Db, { of, from, columns }: { of: TableOf; from: number; columns: TableColumns }) {
  const keys = of.methods.map((spec) => methodKey(spec))
  const parameters = [of.team, of.id, from, from + QUESTIONS_PER_PAGE]
  const trials = await query<TrialRow>(tx, TRIALS, [...parameters, keys])
  const samples = await query<SampleRow>(tx, SAMPLES, parameters)
  columns.add(trials, samples)
}

/** Verdicts of the newest grading: `[place of the method, calls, 1 right, 0 wrong, −1 no answer]`. */
const TRIALS = `
SELECT t.position, t.replicate, json_agg(json_build_array(array_position($5::text[], v.method_key) - 1, v.calls,
         CASE WHEN v.answer_key IS NULL THEN -1 WHEN g.correct THEN 1 ELSE 0 END))
         FILTER (WHERE v.trial_id IS NOT NULL) AS verdicts
FROM trial t
JOIN evaluation e ON e.id = t.evaluation_id
LEFT JOIN verdict v ON v.trial_id = t.id
  AND v.grading_version = (SELECT max(grading_version) FROM verdict WHERE evaluation_id = $2)
LEFT JOIN answer_grade g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
  AND g.answer_key = v.answer_key AND g.grading_version = v.grading_version
WHERE t.team_id = $1 AND t.evaluation_id = $2 AND t.position >= $3 AND t.position < $4
GROUP BY 1, 2 ORDER BY 1, 2`

const SAMPLES = `
SELECT t.position, t.replicate, s.index, r.outcome, s.completion_tokens AS tokens, s.signals,
       CASE WHEN r.answer_key IS NULL THEN 0
            ELSE dense_rank() OVER (PARTITION BY t.position ORDER BY r.answer_key) END::int AS answer,
       coalesce(g.correct, false) AS correct
FROM trial t
JOIN evaluation e ON e.id = t.evaluation_id
JOIN sample s ON s.trial_id = t.id AND s.state = 'read' AND s.outcome NOT IN ('invalid_request', 'infra_error')
LEFT JOIN regraded_sample rs ON rs.trial_id = s.trial_id AND rs.index = s.index AND rs.grading_version = e.regraded_to
CROSS JOIN LATERAL (
  SELECT coalesce(rs.outcome, s.outcome) AS outcome,
         CASE WHEN rs.trial_id IS NULL THEN s.answer_key ELSE rs.answer_key END AS answer_key
) r
LEFT JOIN answer_grade g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
  AND g.answer_key = r.answer_key
  AND g.grading_version = (SELECT max(grading_version) FROM verdict WHERE evaluation_id = $2)
WHERE t.team_id = $1 AND t.evaluation_id = $2 AND t.position >= $3 AND t.position < $4
ORDER BY 1, 2, 3`
