import type { ExternalCount, ExternalVerdicts } from '@cges-fleet/core'
import { type ExternalSpec, methodKey } from '@cges-fleet/methods'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import { writeEvent } from '../evaluations/events.js'
import { lockTeamEvaluation } from '../evaluations/status.js'
import { CHARGED_TOKENS } from '../evaluations/verdicts.js'
import type { TeamId } from '../ids.js'

/** The most external rules that one evaluation may have beside its methods. */
const MOST_RULES = 16

/** The result of adding a batch of verdicts, or why none was added. */
export type AddedVerdicts =
  | { readonly kind: 'added'; readonly count: ExternalCount }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not done' }
  | { readonly kind: 'too many' }
  | { readonly kind: 'refused' | 'decided otherwise'; readonly at: number; readonly problem: string }

interface Judged {
  readonly at: number
  readonly problem: string | null
  readonly isOther: boolean
}

/**
 * Adds verdicts of a rule that is not ours to an evaluation that is done, a batch atomically: each must be charged for
 * samples that are stored, and give an answer that is among them. Those there already stay as they are.
 */
export async function addVerdicts(
  db: Database,
  team: TeamId,
  { id, name, budget, verdicts }: ExternalVerdicts & { readonly id: string },
): Promise<AddedVerdicts> {
  const spec: ExternalSpec = { method: 'external', name, budget }
  const key = methodKey(spec)
  return transaction(db, async (tx) => {
    const evaluation = await lockTeamEvaluation(tx, team, id)
    if (evaluation === null) return { kind: 'unknown' }
    if (evaluation.status !== 'done') return { kind: 'not done' }
    const judged = await query<Judged>(tx, JUDGE, [id, key, JSON.stringify(verdicts), budget])
    const wrong = judged.find(({ problem }) => problem !== null)
    if (wrong !== undefined) return { kind: 'refused', at: wrong.at, problem: wrong.problem ?? '' }
    const other = judged.find(({ isOther }) => isOther)
    if (other !== undefined) return { kind: 'decided otherwise', at: other.at, problem: key }
    const known = await knownRules(tx, id)
    const isNew = !known.includes(key)
    if (isNew && known.length >= MOST_RULES) return { kind: 'too many' }
    if (isNew) await query(tx, NAME, [id, JSON.stringify([spec])])
    const [written] = await query<{ stored: number }>(tx, WRITE, [id, key, JSON.stringify(verdicts), team])
    const [left] = await query<{ missing: number }>(tx, MISSING, [id, key])
    const stored = written?.stored ?? 0
    const missing = left?.missing ?? 0
    if (isNew) {
      const reason = { kind: 'verdicts_imported', counts: {}, why: key } as const
      await writeEvent(tx, evaluation, { kind: 'imported', reason })
    }
    return { kind: 'added', count: { key, received: verdicts.length, stored, missing } }
  })
}

async function knownRules(tx: Db, id: string): Promise<string[]> {
  const rows = await query<{ spec: ExternalSpec }>(tx, KNOWN, [id])
  return rows.map(({ spec }) => methodKey(spec))
}

const KNOWN = `
SELECT x AS spec FROM evaluation e, jsonb_array_elements(coalesce(e.spec -> 'external', '[]')) x WHERE e.id = $1`

const NAME = `
UPDATE evaluation SET spec = jsonb_set(spec, '{external}', coalesce(spec -> 'external', '[]') || $2::jsonb) WHERE id = $1`

/** The verdicts given, each with its trial. */
const GIVEN = `
given AS (
  SELECT g.at::int - 1 AS at, (g.v ->> 'questionId') AS question_id, (g.v ->> 'replicate')::int AS replicate,
         (g.v ->> 'calls')::int AS calls, g.v ->> 'answer' AS answer
  FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS g(v, at)
), placed AS (
  SELECT g.*, t.id AS trial_id, t.position, e.benchmark_id, e.grading_version, e.regraded_to
  FROM given g
  JOIN evaluation e ON e.id = $1
  LEFT JOIN question q ON q.benchmark_id = e.benchmark_id AND q.question_id = g.question_id
  LEFT JOIN trial t ON t.evaluation_id = e.id AND t.replicate = g.replicate AND t.position = q.position
)`

/**
 * Selects the fault of each verdict, if any: a rule is charged only for samples that were drawn, and must give the
 * answer of one of them.
 */
const JUDGE = `
WITH ${GIVEN}
SELECT p.at, CASE
         WHEN p.trial_id IS NULL THEN 'there is no such trial'
         WHEN p.calls > $4::int THEN 'it is charged for more than its budget'
         WHEN count(*) OVER (PARTITION BY p.trial_id) > 1 THEN 'the trial is there twice'
         WHEN s.cut THEN 'it is charged for a sample that was ended early, which had no answer yet'
         WHEN s.drawn < p.calls THEN 'it is charged for ' || p.calls || ' samples, and ' || s.drawn || ' were drawn'
         WHEN p.answer IS NOT NULL AND NOT s.seen THEN 'its answer is not among the samples it counts'
         WHEN p.answer IS NOT NULL AND a.correct IS NULL THEN 'its answer was never graded'
       END AS problem,
       v.trial_id IS NOT NULL AND (v.calls, v.answer_key) IS DISTINCT FROM (p.calls, p.answer) AS "isOther"
FROM placed p
LEFT JOIN LATERAL (
  SELECT count(*)::int AS drawn, coalesce(bool_or(r.answer_key = p.answer), false) AS seen,
         coalesce(bool_or(s.outcome = 'ended_early'), false) AS cut
  FROM sample s
  LEFT JOIN regraded_sample g ON g.trial_id = s.trial_id AND g.index = s.index AND g.grading_version = p.regraded_to
  CROSS JOIN LATERAL (SELECT CASE WHEN g.trial_id IS NULL THEN s.answer_key ELSE g.answer_key END AS answer_key) r
  WHERE s.trial_id = p.trial_id AND s.index < p.calls AND s.state = 'read'
    AND s.outcome NOT IN ('invalid_request', 'infra_error')
) s ON true
LEFT JOIN answer_grade a ON a.benchmark_id = p.benchmark_id AND a.position = p.position AND a.answer_key = p.answer
  AND a.grading_version = p.grading_version
LEFT JOIN verdict v ON v.trial_id = p.trial_id AND v.method_key = $2 AND v.grading_version = p.grading_version
ORDER BY p.at`

const WRITE = `
WITH ${GIVEN}, written AS (
  INSERT INTO verdict (trial_id, method_key, grading_version, team_id, evaluation_id, calls, answer_key, reason)
  SELECT trial_id, $2, grading_version, $4, $1, calls, answer, 'external' FROM placed
  ON CONFLICT DO NOTHING RETURNING trial_id, calls, answer_key, tokens
), counted AS (
  INSERT INTO method_calls (team_id, evaluation_id, grading_version, method_key, calls, resolved, correct, tokens, tokens_known)
  SELECT $4, $1, p.regraded_to, $2, c.calls, count(*), count(*) FILTER (WHERE a.correct),
         coalesce(sum(charged.tokens), 0), count(charged.tokens)
  FROM written c JOIN placed p ON p.trial_id = c.trial_id
  LEFT JOIN answer_grade a ON a.benchmark_id = p.benchmark_id AND a.position = p.position
    AND a.answer_key = c.answer_key AND a.grading_version = p.grading_version
  ${CHARGED_TOKENS}
  GROUP BY p.regraded_to, c.calls
  ON CONFLICT (evaluation_id, grading_version, method_key, calls) DO UPDATE
  SET resolved = method_calls.resolved + EXCLUDED.resolved, correct = method_calls.correct + EXCLUDED.correct,
      tokens = method_calls.tokens + EXCLUDED.tokens, tokens_known = method_calls.tokens_known + EXCLUDED.tokens_known
), moved AS (
  UPDATE evaluation SET version = version + 1 WHERE id = $1 AND EXISTS (SELECT 1 FROM written)
)
SELECT count(*)::int AS stored FROM written`

const MISSING = `
SELECT (e.trials_total - coalesce(sum(c.resolved), 0))::int AS missing
FROM evaluation e LEFT JOIN method_calls c ON c.evaluation_id = e.id AND c.method_key = $2 AND c.grading_version = e.regraded_to
WHERE e.id = $1 GROUP BY e.trials_total`
