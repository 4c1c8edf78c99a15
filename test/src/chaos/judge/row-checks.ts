import type { Invariant } from './violation.js'
import { PLANNED_SAMPLES } from '../../support/evaluation-rows.js'

export interface RowCheck {
  readonly invariant: Invariant
  readonly what: string
  /** Selects the rows of evaluation $1 that should not exist. */
  readonly sql: string
  /** What landed late may not have been read yet. */
  readonly mayBeLate?: boolean
}

/** SQL of the samples that the hungriest method of trial `t` was charged. */
const CHARGED = `(SELECT max(calls) FROM verdict v WHERE v.trial_id = t.id)`
/** SQL of the samples of trial `t`. */
const DRAWN = `(SELECT count(*)::int FROM ${PLANNED_SAMPLES} s WHERE s.trial_id = t.id)`
/** SQL of the largest budget of a method of evaluation `e`. */
const BUDGET = `(SELECT max((m ->> 'budget')::int) FROM jsonb_array_elements(e.spec -> 'methods') m)`

/** Checks that are a single statement: each selects rows of an ended evaluation that break a promise. */
export const ROW_CHECKS: readonly RowCheck[] = [
  {
    invariant: 'lost',
    what: 'a sample of a finished evaluation was never read',
    sql: `SELECT s.trial_id, s.index, s.state FROM ${PLANNED_SAMPLES} s JOIN evaluation e ON e.id = s.evaluation_id
          WHERE e.id = $1 AND e.status = 'done' AND s.state <> 'read'`,
  },
  {
    invariant: 'lost',
    what: 'a landed sample of an ended evaluation was never read',
    mayBeLate: true,
    sql: `SELECT s.trial_id, s.index FROM sample s JOIN evaluation e ON e.id = s.evaluation_id
          WHERE e.id = $1 AND e.status <> 'running' AND s.state = 'landed'`,
  },
  {
    invariant: 'lost',
    what: 'a trial of a finished evaluation is missing, neither closed nor blocked, or lacks samples it asked for',
    sql: `SELECT t.id, t.state, t.requested, count(s.index)::int AS rows
          FROM trial t JOIN evaluation e ON e.id = t.evaluation_id LEFT JOIN ${PLANNED_SAMPLES} s ON s.trial_id = t.id
          WHERE e.id = $1 GROUP BY t.id, e.status
          HAVING t.requested <> count(s.index) OR (e.status = 'done' AND t.state = 'open')
          UNION ALL
          SELECT e.id, e.status, e.trials_total, count(t.id)::int FROM evaluation e
          LEFT JOIN trial t ON t.evaluation_id = e.id WHERE e.id = $1 AND e.status = 'done'
          GROUP BY e.id HAVING e.trials_total <> count(t.id)`,
  },
  {
    invariant: 'lost',
    what: 'a closed trial lacks the verdict of a method',
    sql: `SELECT t.id, count(v.method_key)::int AS verdicts
          FROM trial t JOIN evaluation e ON e.id = t.evaluation_id LEFT JOIN verdict v ON v.trial_id = t.id
          WHERE e.id = $1 AND t.state = 'closed'
          GROUP BY t.id, e.id HAVING count(v.method_key) <> jsonb_array_length(e.spec -> 'methods')`,
  },
  {
    invariant: 'duplicated',
    what: 'more than one call settled for one sample, or a charged sample without its settled call',
    sql: `SELECT s.trial_id, s.index, s.state, s.outcome, count(l.fence)::int AS settled
          FROM ${PLANNED_SAMPLES} s LEFT JOIN call_ledger l ON l.call_id = s.call_id AND l.state = 'settled'
          WHERE s.evaluation_id = $1
          GROUP BY s.trial_id, s.index, s.state, s.outcome
          HAVING count(l.fence) > 1
            OR (s.state = 'read' AND s.outcome IN ('answer', 'no_answer', 'truncated', 'declined', 'ended_early') AND count(l.fence) <> 1)
            OR (s.state IN ('pending', 'leased') AND count(l.fence) > 0)`,
  },
  {
    invariant: 'duplicated',
    what: 'a settled attempt is not the last at its call',
    sql: `SELECT k.id, l.fence, k.fence AS now FROM call_ledger l JOIN call k ON k.id = l.call_id
          WHERE k.evaluation_id = $1 AND k.kind <> 'score' AND l.state = 'settled' AND l.fence <> k.fence`,
  },
  {
    invariant: 'overBudget',
    what: 'a method was charged more calls than its budget',
    sql: `SELECT v.trial_id, v.method_key, v.calls FROM verdict v
          WHERE v.evaluation_id = $1 AND v.calls > (regexp_match(v.method_key, '@([0-9]+)$'))[1]::int`,
  },
  {
    invariant: 'overBudget',
    what: 'a closed trial drew something else than its hungriest method was charged, though nothing was drawn ahead',
    sql: `SELECT t.id, ${DRAWN} AS drawn, ${CHARGED} AS charged
          FROM trial t JOIN evaluation e ON e.id = t.evaluation_id
          WHERE e.id = $1 AND t.state = 'closed' AND NOT e.spec -> 'methods' @> '[{"method": "dsc"}]'
            AND NOT e.spec ? 'lookahead' AND ${DRAWN} IS DISTINCT FROM ${CHARGED}`,
  },
  {
    invariant: 'overBudget',
    what: 'a closed trial drew ahead beyond the largest budget, or less than its hungriest method was charged',
    sql: `SELECT t.id, ${DRAWN} AS drawn, ${CHARGED} AS charged, ${BUDGET} AS budget
          FROM trial t JOIN evaluation e ON e.id = t.evaluation_id
          WHERE e.id = $1 AND t.state = 'closed' AND e.spec ? 'lookahead'
            AND ${DRAWN} NOT BETWEEN ${CHARGED} AND ${BUDGET}`,
  },
  {
    invariant: 'overBudget',
    what: 'a finished evaluation drew ahead in vain, or aborted, more than half of what its methods were charged',
    sql: `SELECT sum(${CHARGED}) AS charged, sum(${DRAWN}) AS drawn, a.abandoned
          FROM trial t JOIN evaluation e ON e.id = t.evaluation_id CROSS JOIN LATERAL (
            SELECT count(*) AS abandoned FROM call_ledger l WHERE l.evaluation_id = e.id AND l.state = 'abandoned') a
          WHERE e.id = $1 AND e.status = 'done' AND e.spec ? 'lookahead' GROUP BY a.abandoned
          HAVING sum(${DRAWN}) + a.abandoned > 1.5 * sum(${CHARGED})`,
  },
  {
    invariant: 'lost',
    what: 'a draw that a verdict of a finished evaluation reads was abandoned',
    sql: `SELECT t.id, k.index, l.fence, ${CHARGED} AS charged
          FROM trial t JOIN evaluation e ON e.id = t.evaluation_id JOIN call k ON k.trial_id = t.id AND k.kind = 'draw'
          JOIN call_ledger l ON l.call_id = k.id AND l.state = 'abandoned'
          WHERE e.id = $1 AND e.status = 'done' AND k.index < ${CHARGED}`,
  },
  {
    invariant: 'totals',
    what: 'the calls that count for a finished evaluation are not the samples it read',
    sql: `SELECT p.calls, s.read FROM evaluation e JOIN spending p ON p.evaluation_id = e.id
          CROSS JOIN LATERAL (SELECT count(*)::int AS read FROM sample s WHERE s.evaluation_id = e.id AND s.state = 'read') s
          WHERE e.id = $1 AND e.status = 'done' AND NOT e.spec -> 'methods' @> '[{"method": "dsc"}]' AND p.calls <> s.read`,
  },
  {
    invariant: 'lost',
    what: 'a call of an ended evaluation was never ended',
    sql: `SELECT k.id, k.kind, k.state FROM call k JOIN evaluation e ON e.id = k.evaluation_id
          WHERE e.id = $1 AND e.status = 'done' AND k.kind <> 'score' AND k.live`,
  },
  {
    invariant: 'unledgered',
    what: 'an attempt at a call is not in the ledger, or there twice',
    sql: `SELECT k.id, k.kind, k.state, k.fence, count(l.fence)::int AS attempts
          FROM call k LEFT JOIN call_ledger l ON l.call_id = k.id
          WHERE k.evaluation_id = $1
          GROUP BY k.id HAVING count(l.fence) + (k.state = 'leased')::int <> k.fence`,
  },
]
