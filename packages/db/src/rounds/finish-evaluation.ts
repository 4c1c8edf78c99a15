import type { AlarmNote, EvaluationReason, Until, UntilLook } from '@cges-fleet/core'
import { methodKey } from '@cges-fleet/methods'
import { baselinesOf, type OutcomeCount, seenByOutcomes, untilState } from '@cges-fleet/statistics'
import { type Db, query } from '../connection/query.js'
import { writeEvent } from '../evaluations/events.js'
import { reasonJson } from '../evaluations/reason-json.js'
import { failEvaluation } from '../evaluations/status.js'
import { DECIDED_HERE, settleBest, settleDecided, verdictDigest } from '../evaluations/verdicts.js'
import { selectBlockedReasons } from '../statistics-tables/faults.js'
import type { LockedEvaluation } from './evaluation-lock.js'
import { type Growth, type Watched, watchSamples } from './independence.js'
import { isLookDue, lookAtModels } from './model-looks.js'

/** Trials added to the closed prefix per round; the next round continues. */
const PREFIX_PER_ROUND = 2000

export type FinishedEvaluation = Pick<
  LockedEvaluation,
  'id' | 'teamId' | 'methods' | 'until' | 'isDecided' | 'trialsTotal' | 'replicateBlocks'
>

/**
 * Extends the closed prefix, raises the evaluation's version and ends it once every trial is closed or blocked and
 * nothing is in flight that could change it: draws ahead of need may be. One whose `until` holds ends at once: what it
 * decided rests on its closed prefix, so nobody needs the draws of other trials.
 */
export async function finishEvaluation(tx: Db, evaluation: FinishedEvaluation): Promise<Finished> {
  const row = await growPrefix(tx, evaluation)
  if (row === undefined) return { ended: false, alarm: null }
  const { alarm } = row
  if (row.complete) {
    await end(tx, evaluation, row)
    return { ended: true, alarm }
  }
  if (!(await isDecided(tx, evaluation, row))) return { ended: false, alarm }
  await endDecided(tx, evaluation)
  return { ended: true, alarm }
}

export interface Finished {
  readonly ended: boolean
  /** Raised just now. */
  readonly alarm: AlarmNote | null
}

/** Counts the trials that are closed since, and watches whether their samples are like those before. */
async function growPrefix(tx: Db, evaluation: FinishedEvaluation): Promise<(Completed & Watched) | undefined> {
  const { id, methods, until } = evaluation
  const [row] = await query<Completed>(tx, COUNT, [
    id,
    PREFIX_PER_ROUND,
    JSON.stringify(baselinesOf(methods)),
    JSON.stringify(until === null ? [] : methods.map(methodKey)),
  ])
  return row === undefined ? row : { ...row, ...(await watchSamples(tx, evaluation, row)) }
}

/** Counts the closed prefix of an ended evaluation anew, by its latest grading, and looks again at what it decided. */
export async function recountDecided(tx: Db, evaluation: FinishedEvaluation): Promise<void> {
  if (evaluation.until === null || !evaluation.isDecided) return
  while (isGrown(await growPrefix(tx, evaluation)));
  await storeLook(tx, evaluation, await lookAt(tx, { ...evaluation, until: evaluation.until }))
  await settleDecided(tx, evaluation.id)
}

function isGrown(row: Growth | undefined): boolean {
  return row !== undefined && row.prefix > row.start
}

async function end(tx: Db, evaluation: FinishedEvaluation, row: Completed): Promise<void> {
  if (row.nothing) {
    await failEvaluation(tx, evaluation, await whyNothing(tx, evaluation, row.blocked))
    return
  }
  const digest = await verdictDigest(tx, evaluation.id)
  await query(
    tx,
    `UPDATE evaluation SET status = 'done', finished_at = now(), digest = $2,
       grading_version = (SELECT max(grading_version) FROM verdict WHERE evaluation_id = $1) WHERE id = $1`,
    [evaluation.id, digest],
  )
  await settleBest(tx, evaluation.id)
  const { blocked, trials } = row
  const reason = blocked === 0 ? null : ({ kind: 'blocked', counts: { blocked, trials }, why: null } as const)
  await writeEvent(tx, evaluation, { kind: 'done', reason })
}

/** Whether its `until` has held, or does now that its closed prefix has grown. */
async function isDecided(
  tx: Db,
  evaluation: FinishedEvaluation,
  { start, prefix, alarmed }: Completed,
): Promise<boolean> {
  const { until, isDecided: already, replicateBlocks, trialsTotal } = evaluation
  if (until === null || alarmed || replicateBlocks.length > 1) return false
  if (already) return true
  if (prefix <= start || prefix < until.atLeast) return false
  if (until.kind === 'models' && !isLookDue(start, prefix, trialsTotal)) return false
  const look = await lookAt(tx, { ...evaluation, until })
  if (!look.holds) return false
  await storeLook(tx, evaluation, look)
  return true
}

type Looked = Pick<FinishedEvaluation, 'id' | 'teamId' | 'methods' | 'trialsTotal'> & { readonly until: Until }

async function lookAt(tx: Db, { id, teamId, methods, trialsTotal, until }: Looked): Promise<UntilLook> {
  if (until.kind === 'models') return lookAtModels(tx, { id, teamId, until })
  const counts = await query<OutcomeCount>(tx, OUTCOMES, [id])
  return untilState(until, seenByOutcomes(methods.map(methodKey), counts, trialsTotal))
}

const OUTCOMES = `SELECT outcomes, trials FROM prefix_outcome WHERE evaluation_id = $1`

async function storeLook(tx: Db, { id }: Pick<FinishedEvaluation, 'id'>, look: UntilLook): Promise<void> {
  await query(tx, `UPDATE evaluation SET decided = $2::jsonb WHERE id = $1`, [id, JSON.stringify(look)])
}

/**
 * Ends a decided evaluation. As of a cancelled one no call is touched: those nobody claimed can no longer be, and those in
 * flight are aborted by their workers, or land and are counted.
 */
async function endDecided(tx: Db, evaluation: FinishedEvaluation): Promise<void> {
  const [row] = await query<{ closed: number; trials: number }>(tx, END_DECIDED, [evaluation.id])
  if (row === undefined) return
  const reason = { kind: 'decided', counts: row, why: null } as const
  await query(tx, `UPDATE evaluation SET reason = $2::jsonb WHERE id = $1`, [evaluation.id, reasonJson(reason)])
  await settleDecided(tx, evaluation.id)
  await writeEvent(tx, evaluation, { kind: 'decided', reason })
}

const END_DECIDED = `
UPDATE evaluation e SET status = 'decided', finished_at = now(),
  grading_version = (SELECT max(grading_version) FROM verdict WHERE evaluation_id = $1)
WHERE e.id = $1 AND e.status = 'running'
RETURNING e.closed_prefix AS closed, e.trials_total AS trials`

interface Completed extends Growth {
  readonly complete: boolean
  readonly blocked: number
  readonly trials: number
  /** Every trial is blocked, and no sample was drawn. */
  readonly nothing: boolean
}

/** Finds why no sample could be drawn. */
async function whyNothing(
  tx: Db,
  { id, teamId }: Pick<LockedEvaluation, 'id' | 'teamId'>,
  questions: number,
): Promise<EvaluationReason> {
  const [most] = await selectBlockedReasons(tx, teamId, id)
  const why = most?.error ?? 'no sample could be drawn'
  return { kind: most?.isRefused === true ? 'none_accepted' : 'none_drawn', counts: { questions }, why }
}

/**
 * The prefix ends at the first trial that is open, to be reopened, or not created yet. Extending it costs what it grew
 * by: the index on the order is read up to the first open trial.
 */
const COUNT = `
WITH was AS (
  SELECT id, team_id, benchmark_id, closed_prefix AS start,
         least(trials_planned, reopened_up_to, closed_prefix + $2) AS limit_at
  FROM evaluation WHERE id = $1
), now_closed AS (
  SELECT was.*, coalesce((
    SELECT t.ordinal FROM trial t
    WHERE t.evaluation_id = $1 AND t.ordinal >= was.start AND t.ordinal < was.limit_at AND t.state = 'open'
    ORDER BY t.ordinal LIMIT 1), greatest(was.start, was.limit_at)) AS prefix
  FROM was
), graded AS MATERIALIZED (
  SELECT n.id, n.team_id, t.ordinal, v.method_key, v.calls, coalesce(a.correct, false) AS correct
  FROM now_closed n
  JOIN trial t ON t.evaluation_id = $1 AND t.ordinal >= n.start AND t.ordinal < n.prefix
  CROSS JOIN LATERAL (
    SELECT DISTINCT ON (method_key) method_key, calls, answer_key, grading_version FROM verdict
    WHERE trial_id = t.id AND ${DECIDED_HERE} ORDER BY method_key, grading_version DESC
  ) v
  LEFT JOIN answer_grade a ON a.benchmark_id = n.benchmark_id AND a.position = t.position
    AND a.answer_key = v.answer_key AND a.grading_version = v.grading_version
), went AS (
  SELECT n.id, n.team_id, (
    SELECT string_agg(CASE WHEN g.correct THEN '1' WHEN NOT g.correct THEN '0' ELSE '2' END, '' ORDER BY m.place)
    FROM jsonb_array_elements_text($4::jsonb) WITH ORDINALITY m(key, place)
    LEFT JOIN graded g ON g.ordinal = t.ordinal AND g.method_key = m.key
  ) AS outcomes
  FROM now_closed n JOIN trial t ON t.evaluation_id = $1 AND t.ordinal >= n.start AND t.ordinal < n.prefix
  WHERE jsonb_array_length($4::jsonb) > 0
), outcomes AS (
  INSERT INTO prefix_outcome AS o (evaluation_id, team_id, outcomes, trials)
  SELECT id, team_id, outcomes, count(*) FROM went GROUP BY 1, 2, 3
  ON CONFLICT (evaluation_id, outcomes) DO UPDATE SET trials = o.trials + EXCLUDED.trials
), counted AS (
  INSERT INTO live_figures AS f (evaluation_id, method_key, calls, team_id, resolved, correct, paired, wins, losses)
  SELECT g.id, g.method_key, g.calls, g.team_id, count(*), count(*) FILTER (WHERE g.correct), count(b.correct),
         count(*) FILTER (WHERE g.correct AND NOT b.correct), count(*) FILTER (WHERE NOT g.correct AND b.correct)
  FROM graded g
  LEFT JOIN graded b ON b.ordinal = g.ordinal AND b.method_key = $3::jsonb ->> g.method_key
  GROUP BY g.id, g.method_key, g.calls, g.team_id
  ON CONFLICT (evaluation_id, method_key, calls) DO UPDATE
  SET resolved = f.resolved + EXCLUDED.resolved, correct = f.correct + EXCLUDED.correct,
      paired = f.paired + EXCLUDED.paired, wins = f.wins + EXCLUDED.wins, losses = f.losses + EXCLUDED.losses
)
UPDATE evaluation e SET version = e.version + 1, closed_prefix = n.prefix FROM now_closed n WHERE e.id = n.id
RETURNING n.start, n.prefix, coalesce(jsonb_typeof(e.homogeneity -> 'alarm') = 'object', false) AS alarmed, CASE WHEN n.prefix > n.start THEN e.homogeneity END AS watched, e.trials_blocked AS blocked, e.trials_total AS trials,
  e.source IS NULL AND e.samples_drawn = 0 AND e.trials_blocked = e.trials_total AS nothing, e.status = 'running' AND e.trials_planned = e.trials_total
  AND e.reopened_up_to IS NULL AND e.trials_closed + e.trials_blocked = e.trials_total
  AND NOT EXISTS (SELECT 1 FROM call k JOIN trial t ON t.id = k.trial_id
                  WHERE k.evaluation_id = e.id AND k.live AND k.kind = 'draw' AND t.state <> 'closed')
  AND NOT EXISTS (SELECT 1 FROM sample s WHERE s.evaluation_id = e.id AND s.state = 'landed') AS complete`
