import { type Db, query } from '../connection/query.js'
import { IS_PRICED, priceOf } from '../pools/money.js'
import type { Used } from '../rounds/room.js'
import type { ChatWorkFigures, KeptRequest } from '../schema/chat.js'
import type { DatabaseFunction } from '../schema/database-function.js'

type Figures = ChatWorkFigures &
  Pick<KeptRequest, 'stoppedBy' | 'planned' | 'seconds' | 'agreement' | 'score' | 'digest'>

/** What is known of a request that ended; what it used is in its replies. */
export interface KeptFigures extends Figures {
  readonly audit: KeptRequest['audit']
  /** If it was audited, the replies that had landed for its answer; the others are the audit's. */
  readonly landed: readonly number[] | null
}

/** What the replies of one request used: those for its answer, or those of its audit. */
export interface Taken extends Omit<Used, 'bytes'> {
  readonly id: string
  readonly pool: string
  readonly isAudit: boolean
}

/** Keeps figures of requests that end in this transaction, if their team keeps any. */
export async function keepFigures(
  tx: Db,
  teamId: string,
  keeps: readonly (KeptFigures & { readonly id: string })[],
  used: readonly Taken[],
): Promise<void> {
  await query(tx, KEEP, [teamId, JSON.stringify(keeps), JSON.stringify(used)])
}

/** Methods of a team whose audits are counted apart; those of further ones are counted together. */
const MOST_METHODS = 100
const OTHER_METHODS = 'others'

/** Longer than any key of a method in use. */
const LONGEST_KEY = 400

const sumOf = (what: 'calls' | 'tokens', of: 'answer' | 'audit') =>
  `coalesce(sum(u.${what}) FILTER (WHERE ${of === 'audit' ? '' : 'NOT '}u."isAudit"), 0)`
const moneyOf = (of: 'answer' | 'audit') =>
  `coalesce(sum(${priceOf({ gpuMs: 'u."gpuMs"', tokens: 'u.tokens', promptTokens: 'u."promptTokens"' })})
     FILTER (WHERE ${of === 'audit' ? '' : 'NOT '}u."isAudit"), 0)`

const KEEP = `
WITH used AS (
  SELECT k.id, ${sumOf('calls', 'answer')} AS calls, ${sumOf('tokens', 'answer')} AS tokens, CASE WHEN ${IS_PRICED} THEN ${moneyOf('answer')} END AS money,
         ${sumOf('calls', 'audit')} AS audit_calls, ${sumOf('tokens', 'audit')} AS audit_tokens, ${moneyOf('audit')} AS audit_money
  FROM jsonb_to_recordset($2::jsonb) AS k(id uuid) JOIN chat_request r ON r.id = k.id JOIN pool p ON p.name = r.pool
  LEFT JOIN jsonb_to_recordset($3::jsonb) AS u(
    id uuid, "isAudit" boolean, calls int, tokens float8, "promptTokens" float8, "gpuMs" float8) ON u.id = k.id
  GROUP BY 1, p.name
), kept AS (
  INSERT INTO kept_request (id, team_id, pool, model, method_key, budget, stopped_by, planned, seconds, agreement,
                            score, seed, digest, audit, calls, tokens, money, audit_calls, audit_tokens, audit_money)
  SELECT k.id, $1, r.pool, k.model, left(k."methodKey", ${LONGEST_KEY}), k.budget, k."stoppedBy", k.planned, k.seconds,
         k.agreement, k.score, k.seed, k.digest, k.audit,
         u.calls, u.tokens, u.money, u.audit_calls, u.audit_tokens, u.audit_money
  FROM jsonb_to_recordset($2::jsonb) AS k(
    id uuid, model text, "methodKey" text, budget int, "stoppedBy" text, planned int, seconds float8,
    agreement float8, score float8, seed bigint, digest text, audit text)
  JOIN used u ON u.id = k.id JOIN chat_request r ON r.id = k.id
  JOIN team t ON t.id = $1 AND t.keep_requests_days IS NOT NULL
  RETURNING pool, method_key, audit
), counted AS (
  SELECT pool, CASE WHEN EXISTS (SELECT FROM request_audit a WHERE a.team_id = $1 AND a.pool = k.pool AND a.method_key = k.method_key)
                      OR (SELECT count(*) < ${MOST_METHODS} FROM request_audit a WHERE a.team_id = $1)
                    THEN method_key ELSE '${OTHER_METHODS}' END AS method_key, audit = 'differs' AS differs
  FROM kept k WHERE audit IN ('same', 'differs')
)
INSERT INTO request_audit AS a (team_id, pool, method_key, audited, differed)
SELECT $1, pool, method_key, count(*)::int, count(*) FILTER (WHERE differs)::int FROM counted GROUP BY 2, 3
ON CONFLICT (team_id, pool, method_key) DO UPDATE
SET audited = a.audited + EXCLUDED.audited, differed = a.differed + EXCLUDED.differed`

/** Whether a request like this one, with the same seed and the same answer, was audited for its team. */
export async function isAudited(
  db: Db,
  teamId: string,
  { seed, digest }: { readonly seed: number; readonly digest: string },
): Promise<boolean> {
  const [row] = await query<{ audited: boolean }>(db, IS_AUDITED, [teamId, digest, seed])
  return row?.audited ?? false
}

const IS_AUDITED = `
SELECT EXISTS (SELECT FROM kept_request
  WHERE team_id = $1 AND digest = $2 AND seed = $3::bigint AND audit IS NOT NULL AND audit <> 'abandoned') AS audited`

/** Rows that one sweep forgets at most. */
const ROWS_AT_ONCE = 5000

/** Kept requests of one team; of more, the newest. */
const MOST_KEPT = 500_000

/** Forgets requests that their teams keep no longer. Returns whether there may be more. */
export async function forgetKeptRequests(db: Db): Promise<boolean> {
  const [row] = await query<{ forgotten: number }>(db, 'SELECT forgotten FROM forget_kept_requests($1, $2)', [
    ROWS_AT_ONCE,
    MOST_KEPT,
  ])
  return (row?.forgotten ?? 0) >= ROWS_AT_ONCE
}

/** A team that keeps none loses what it had, its audits too. */
export const FORGET_KEPT_REQUESTS: DatabaseFunction = {
  name: 'forget_kept_requests',
  takes: '_rows integer, _most integer',
  returns: 'TABLE (forgotten integer)',
  does: `
RETURN QUERY
WITH due AS (
  SELECT d.id FROM team t CROSS JOIN LATERAL (
    SELECT k.id FROM kept_request k
    WHERE k.team_id = t.id AND k.ended_at < greatest(
      now() - make_interval(days => coalesce(t.keep_requests_days, 0)),
      (SELECT o.ended_at FROM kept_request o WHERE o.team_id = t.id ORDER BY o.ended_at DESC OFFSET _most - 1 LIMIT 1))
    ORDER BY k.ended_at LIMIT _rows) d
  LIMIT _rows
), audits AS (
  DELETE FROM request_audit a USING team t WHERE t.id = a.team_id AND t.keep_requests_days IS NULL
), gone AS (
  DELETE FROM kept_request k USING due d WHERE k.id = d.id RETURNING 1
)
SELECT count(*)::int FROM gone;`,
}
