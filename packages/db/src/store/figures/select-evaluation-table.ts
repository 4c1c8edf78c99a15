import { methodKey, type ReportedSpec } from '@cges-fleet/methods'
import { type EvaluationTable } from '@cges-fleet/statistics'
import type { TeamId } from '../../team.js'
import { type Database, type Db, query } from '../query.js'
import { selectCallColumns } from './select-call-columns.js'
import { serverTime } from '../server-time.js'
import { type SampleRow, TableColumns, type TrialRow } from './table-columns.js'

/** Questions per page: bounds what is in flight between database and memory, however many there are. */
const QUESTIONS_PER_PAGE = 500

/** The part of an evaluation that its statistics need. */
export interface TableOf {
  readonly team: TeamId
  readonly id: string
  readonly questions: number
  readonly replicates: number
  readonly methods: readonly ReportedSpec[]
  /** Whether its call times are those of a real model. */
  readonly timed: boolean
  /** Positions of the questions that are wanted; all unless given. */
  readonly positions?: readonly number[]
}

/** Loads a finished evaluation as columns of numbers, in one snapshot: no text, no log-probabilities. */
export async function selectEvaluationTable(db: Database, of: TableOf): Promise<EvaluationTable> {
  const columns = new TableColumns(of.methods)
  const calls = await db.transaction('REPEATABLE READ', async (tx) => {
    for (const page of pagesOf(of)) await selectPage(tx, of, page, columns)
    return of.methods.length === 0 && !of.timed ? null : selectCallColumns(tx, of.team, of.id)
  })
  const { seconds, scoringSeconds, rankings } = serverTime(calls, columns.places(), of.timed)
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
      lowest: columns.lowestColumns(),
    },
    methods: of.methods.map((spec, place) => ({
      key: methodKey(spec),
      spec,
      calls: Int32Array.from(columns.calls[place] ?? []),
      grade: Int8Array.from(columns.grade[place] ?? []),
      score: Float64Array.from(columns.score[place] ?? []),
      tokens: Float64Array.from(columns.charged[place] ?? []),
      ...columns.ownTokens(place),
      ranking: rankings.get(methodKey(spec)) ?? { calls: 0, seconds: null },
    })),
  }
}

/** Positions from one to before another; of these only those given, if any are. */
type Page = readonly [from: number, to: number, only: readonly number[] | null]

function pagesOf({ questions, positions }: TableOf): Page[] {
  const wanted = positions?.toSorted((one, other) => one - other)
  const pages = Math.ceil((wanted?.length ?? questions) / QUESTIONS_PER_PAGE)
  return Array.from({ length: pages }, (_, page): Page => {
    const from = page * QUESTIONS_PER_PAGE
    const only = wanted?.slice(from, from + QUESTIONS_PER_PAGE)
    return only === undefined ? [from, from + QUESTIONS_PER_PAGE, null] : [only[0] ?? 0, (only.at(-1) ?? 0) + 1, only]
  })
}

async function selectPage(tx: Db, of: TableOf, page: Page, columns: TableColumns) {
  const keys = of.methods.map((spec) => methodKey(spec))
  const parameters = [of.team, of.id, ...page]
  const trials = await query<TrialRow>(tx, TRIALS, [...parameters, keys])
  const samples = await query<SampleRow>(tx, SAMPLES, parameters)
  columns.add(trials, samples)
}

/** Verdicts of the newest grading: `[index of the method, calls, 1 right, 0 wrong, −1 no answer, score, tokens if they are its own]`. */
const TRIALS = `
SELECT t.position, t.replicate, json_agg(json_build_array(array_position($6::text[], v.method_key) - 1, v.calls,
         CASE WHEN v.answer_key IS NULL THEN -1 WHEN g.correct THEN 1 ELSE 0 END, v.score, v.tokens))
         FILTER (WHERE v.trial_id IS NOT NULL) AS verdicts
FROM trial t
JOIN evaluation e ON e.id = t.evaluation_id
LEFT JOIN verdict v ON v.trial_id = t.id
  AND v.grading_version = (SELECT max(grading_version) FROM verdict WHERE evaluation_id = $2)
LEFT JOIN answer_grade g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
  AND g.answer_key = v.answer_key AND g.grading_version = v.grading_version
WHERE t.team_id = $1 AND t.evaluation_id = $2 AND t.position >= $3 AND t.position < $4
  AND ($5::int[] IS NULL OR t.position = ANY ($5))
GROUP BY 1, 2 ORDER BY 1, 2`

const SAMPLES = `
SELECT t.position, t.replicate, s.index, r.outcome, s.completion_tokens AS tokens, s.signals, s.minima,
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
  AND ($5::int[] IS NULL OR t.position = ANY ($5))
ORDER BY 1, 2, 3`
