import type { CallKind } from '@cges-fleet/core'
import { methodKey, type ReportedSpec } from '@cges-fleet/methods'
import { apportionTime, type EvaluationTable } from '@cges-fleet/statistics'
import { type Database, type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { type SamplePlace, type SampleRow, TableColumns, type TrialRow } from './table-columns.js'

/** Questions per page: bounds what is in flight between database and memory, however many there are. */
const QUESTIONS_PER_PAGE = 500

/** The part of an evaluation that its statistics need. */
interface TableOf {
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
      ...columns.sampleTokens(place),
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

/** Calls of an evaluation as columns of equal length, in seconds since its creation. */
interface CallColumns {
  readonly kind: readonly CallKind[]
  /** Whether the call produced the sample, or the ranking, that is kept. */
  readonly counted: readonly boolean[]
  readonly server: readonly number[]
  readonly startedAt: readonly number[]
  readonly endedAt: readonly number[]
  /** Question, replicate and index of a call for a sample. */
  readonly place: readonly (readonly [number, number, number] | null)[]
  /** The method a ranking was for. */
  readonly method: readonly (string | null)[]
}

/** Selects every call of an evaluation, lost ones included; null if the ledger has none. */
async function selectCallColumns(db: Db, team: TeamId, id: string): Promise<CallColumns | null> {
  const [columns] = await query<CallColumns>(db, CALLS, [team, id])
  return columns?.kind == null ? null : columns
}

/** A worker's reward server is a server of its own. Rankings that were handed back were never made. */
const CALLS = `
SELECT json_agg(kind) AS kind, json_agg(counted) AS counted, json_agg(server) AS server,
       json_agg(started_at) AS "startedAt", json_agg(ended_at) AS "endedAt", json_agg(place) AS place,
       json_agg(method) AS method
FROM (
  SELECT k.kind, l.state = 'settled' AS counted,
         2 * dense_rank() OVER (ORDER BY l.worker_id) + (k.kind = 'score')::int AS server,
         extract(epoch FROM l.started_at - e.created_at)::float8 AS started_at,
         extract(epoch FROM l.ended_at - e.created_at)::float8 AS ended_at,
         CASE WHEN t.id IS NULL THEN NULL ELSE json_build_array(t.position, t.replicate, k.index) END AS place,
         r.method_key AS method
  FROM call_ledger l
  JOIN evaluation e ON e.id = l.evaluation_id
  JOIN call k ON k.id = l.call_id
  LEFT JOIN trial t ON t.id = k.trial_id
  LEFT JOIN ranking r ON r.id = k.ranking_id AND l.state <> 'handed_back'
  WHERE l.team_id = $1 AND l.evaluation_id = $2
) calls`

/** Seconds of server time by sample, NaN if unknown, and by what a method's rankings cost. */
interface ServerTime {
  readonly seconds: Float64Array
  readonly scoringSeconds: Float64Array
  readonly rankings: ReadonlyMap<string, { readonly calls: number; readonly seconds: number | null }>
}

/**
 * Computes how long servers worked for each landed sample: a server's time is shared among the calls in flight on it,
 * lost and repeated ones included, whose part is attributed to no sample. `timed`: whether the times are those of a
 * real model. Pure.
 */
function serverTime(calls: CallColumns | null, places: readonly SamplePlace[], timed: boolean): ServerTime {
  const seconds = new Float64Array(places.length).fill(Number.NaN)
  const scoringSeconds = new Float64Array(places.length)
  const rankings = new Map<string, { calls: number; seconds: number | null }>()
  if (calls === null) return { seconds, scoringSeconds, rankings }
  const rows = new Map(places.map(({ position, replicate, index }, at) => [cell(position, replicate, index), at]))
  const parts = timed ? apportionTime(calls) : new Float64Array(calls.kind.length).fill(Number.NaN)
  for (const [at, kind] of calls.kind.entries()) {
    const part = parts[at] ?? Number.NaN
    const method = calls.method[at]
    if (kind === 'rank' && method != null) {
      const before = rankings.get(method)
      rankings.set(method, {
        calls: (before?.calls ?? 0) + 1,
        seconds: timed ? (before?.seconds ?? 0) + part : null,
      })
    }
    const place = calls.place[at]
    const row = place == null || calls.counted[at] !== true ? undefined : rows.get(cell(...place))
    if (row === undefined) continue
    if (kind === 'draw') seconds[row] = part
    if (kind === 'score') scoringSeconds[row] = (scoringSeconds[row] ?? 0) + part
  }
  return { seconds, scoringSeconds, rankings }
}

function cell(position: number, replicate: number, index: number): string {
  return `${position} ${replicate} ${index}`
}
