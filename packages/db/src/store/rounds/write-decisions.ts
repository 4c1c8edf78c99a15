import { CHARGED_TOKENS } from '../figures/charged-tokens.js'
import { type Db, query } from '../query.js'

export interface NewVerdict {
  readonly trialId: string
  readonly methodKey: string
  readonly calls: number
  readonly answerKey: string | null
  readonly score: number | null
  readonly reason: string
  /** The posterior of all answers not seen; left out if the method has none. */
  readonly otherScore?: number | null
  /** Charged for its calls; left out if it equals all that was generated in them. */
  readonly tokens?: number | null
}

export interface NewStanding {
  readonly trialId: string
  readonly methodKey: string
  readonly readUpTo: number
  readonly leader: string | null
  readonly score: number | null
  readonly blocked: boolean
}

export interface TrialChange {
  readonly id: string
  readonly readUpTo: number
  readonly state: 'open' | 'closed' | 'blocked'
  /** Open with nothing to ask for: it waits for other trials of its set. */
  readonly parked: boolean
}

export interface Decisions {
  readonly evaluationId: string
  readonly teamId: string
  readonly gradingVersion: number
  readonly verdicts: readonly NewVerdict[]
  readonly standings: readonly NewStanding[]
  readonly trials: readonly TrialChange[]
}

/**
 * Stores what a round decided. The answers of its trials must be graded before (`ungradedAnswers`): the totals shown to
 * people count them.
 */
export async function writeDecisions(tx: Db, decisions: Decisions): Promise<void> {
  const { evaluationId, teamId, gradingVersion, trials, standings, verdicts } = decisions
  if (trials.length === 0) return
  const rows = [trials, standings, verdicts].map((each) => JSON.stringify(each))
  await query(tx, WRITE, [evaluationId, teamId, gradingVersion, ...rows])
}

const WRITE = `
WITH change AS (
  SELECT * FROM jsonb_to_recordset($4::jsonb) AS c(id uuid, "readUpTo" int, state text, parked boolean)
), before AS (
  SELECT t.id, t.state, t.read_up_to FROM trial t WHERE t.id = ANY (ARRAY(SELECT id FROM change))
), changed AS (
  UPDATE trial t SET read_up_to = c."readUpTo", state = c.state, parked = c.parked FROM change c
  WHERE t.id = c.id AND t.id = ANY (ARRAY(SELECT id FROM change))
), counted AS (
  UPDATE evaluation e
  SET trials_closed = e.trials_closed + d.closed, trials_blocked = e.trials_blocked + d.blocked,
      trials_started = e.trials_started + d.started
  FROM (
    SELECT count(*) FILTER (WHERE c.state = 'closed' AND b.state <> 'closed')::int AS closed,
           (count(*) FILTER (WHERE c.state = 'blocked') - count(*) FILTER (WHERE b.state = 'blocked'))::int AS blocked,
           count(*) FILTER (WHERE c."readUpTo" > 0 AND b.read_up_to = 0)::int AS started
    FROM change c JOIN before b ON b.id = c.id
  ) d
  WHERE e.id = $1
), stood AS (
  INSERT INTO standing (trial_id, method_key, team_id, evaluation_id, read_up_to, leader, score, blocked)
  SELECT s."trialId", s."methodKey", $2, $1, s."readUpTo", s.leader, s.score, s.blocked
  FROM jsonb_to_recordset($5::jsonb) AS s(
    "trialId" uuid, "methodKey" text, "readUpTo" int, leader text, score float8, blocked boolean)
  ON CONFLICT (trial_id, method_key) DO UPDATE
  SET read_up_to = EXCLUDED.read_up_to, leader = EXCLUDED.leader, score = EXCLUDED.score, blocked = EXCLUDED.blocked
), new AS (
  SELECT * FROM jsonb_to_recordset($6::jsonb) AS v(
    "trialId" uuid, "methodKey" text, calls int, "answerKey" text, score float8, reason text, "otherScore" float8,
    tokens bigint)
), written AS (
  INSERT INTO verdict (trial_id, method_key, grading_version, team_id, evaluation_id, calls, answer_key, score, reason,
                       other_score, tokens)
  SELECT "trialId", "methodKey", $3, $2, $1, calls, "answerKey", score, reason, "otherScore",
         tokens FROM new
), left_behind AS (
  DELETE FROM standing s USING new
  WHERE s.trial_id = new."trialId" AND s.method_key = new."methodKey"
    AND s.trial_id = ANY (ARRAY(SELECT "trialId" FROM new))
)
INSERT INTO method_calls (team_id, evaluation_id, grading_version, method_key, calls, resolved, correct, tokens, tokens_known)
SELECT $2, $1, e.regraded_to, c."methodKey", c.calls, count(*), count(*) FILTER (WHERE a.correct),
       coalesce(sum(charged.tokens), 0), count(charged.tokens)
FROM (SELECT "trialId" AS trial_id, "methodKey", calls, "answerKey", tokens FROM new) c
CROSS JOIN LATERAL (SELECT position FROM trial WHERE id = c.trial_id OFFSET 0) t
JOIN evaluation e ON e.id = $1
LEFT JOIN LATERAL (
  SELECT correct FROM answer_grade WHERE benchmark_id = e.benchmark_id AND position = t.position
  AND answer_key = c."answerKey" AND grading_version = $3 OFFSET 0) a ON true
${CHARGED_TOKENS}
GROUP BY e.regraded_to, c."methodKey", c.calls
ON CONFLICT (evaluation_id, grading_version, method_key, calls) DO UPDATE
SET resolved = method_calls.resolved + EXCLUDED.resolved, correct = method_calls.correct + EXCLUDED.correct,
    tokens = method_calls.tokens + EXCLUDED.tokens, tokens_known = method_calls.tokens_known + EXCLUDED.tokens_known`
