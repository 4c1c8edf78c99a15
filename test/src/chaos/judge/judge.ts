import type { DataSource } from '@cges-fleet/db'
import { recount } from '../../support/recount.js'
import type { ModelCall } from '../model/fake-model.js'
import type { Submitted } from '../workload/workload.js'
import { checkCalls } from './check-calls.js'
import { checkDecisions } from './check-decisions.js'
import { ROW_CHECKS } from './row-checks.js'
import { type Violation, violationOf } from './violation.js'
import { ATTEMPTS, PLANNED_SAMPLES } from '../../support/evaluation-rows.js'

/** By how much two processes' readings of this machine's clock may differ. */
const CLOCK_MS = 5

interface Ended {
  readonly status: string
  readonly digest: string | null
  readonly reason: string | null
}

/** Uses only Postgres and what the model saw; reports which promises were broken. */
export class Judge {
  /** The read samples and verdicts of an evaluation when it ended: they never change again. */
  readonly #contents = new Map<string, string>()

  constructor(private readonly db: DataSource) {}

  /** The status of an evaluation. */
  async statusOf(id: string): Promise<Ended> {
    const [row] = await this.db.query<Ended[]>('SELECT status, digest, reason FROM evaluation WHERE id = $1', [id])
    return row ?? { status: 'missing', digest: null, reason: null }
  }

  /** The evaluations still running. */
  async running(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }[]>(`SELECT id FROM evaluation WHERE status = 'running'`)
    return rows.map(({ id }) => id)
  }

  /** Records the contents of evaluations that are done, to be compared at the end. */
  async noteDone(): Promise<void> {
    const done = await this.db.query<{ id: string }[]>(`SELECT id FROM evaluation WHERE status = 'done'`)
    for (const { id } of done) {
      if (!this.#contents.has(id)) this.#contents.set(id, await this.#contentOf(id))
    }
  }

  /**
   * Checks one ended evaluation against every promise; `digest` is the undisturbed run's, null if none is comparable.
   */
  async check({ id, cancelled, cancelledAt }: Submitted, digest: string | null): Promise<Violation[]> {
    const ended = await this.statusOf(id)
    const wanted = cancelled ? ['done', 'cancelled'] : ['done']
    const violations: Violation[] = []
    if (!wanted.includes(ended.status)) {
      const rows = await this.db.query<unknown[]>(STUCK, [id])
      const what = `evaluation ${id} is ${ended.status}`
      violations.push({ invariant: 'end', what, rows: [ended, ...rows], mayBeLate: ended.status === 'running' })
    }
    if (ended.status === 'done' && digest !== null && ended.digest !== digest) {
      const rows = [{ undisturbed: digest, now: ended.digest }]
      violations.push({ invariant: 'digest', what: `evaluation ${id} has another digest`, rows })
    }
    for (const { invariant, what, sql, mayBeLate = false } of ROW_CHECKS) {
      const found = violationOf(invariant, `${id}: ${what}`, await this.db.query<unknown[]>(sql, [id]))
      violations.push(...found.map((violation) => ({ ...violation, mayBeLate })))
    }
    if (cancelledAt !== null && ended.status === 'cancelled') {
      const late = await this.db.query<unknown[]>(AFTER_CANCEL, [id, new Date(cancelledAt.getTime() + CLOCK_MS)])
      violations.push(...violationOf('afterCancel', `${id}: something began after it was cancelled`, late))
    }
    violations.push(...(await checkDecisions(this.db, id)))
    if (ended.status === 'done') violations.push(...(await this.#checkTotals(id)))
    const noted = this.#contents.get(id)
    if (noted !== undefined && noted !== (await this.#contentOf(id))) {
      violations.push({ invariant: 'changed', what: `evaluation ${id} changed after it was done`, rows: [id] })
    }
    return violations
  }

  checkCalls(calls: readonly ModelCall[]): Promise<Violation[]> {
    return checkCalls(this.db, calls)
  }

  /**
   * Nobody may claim what another still holds: unless a call was given back, the next attempt begins no sooner than a
   * lease later.
   */
  async checkLeases(leaseMs: number): Promise<Violation[]> {
    const early = await this.db.query<unknown[]>(EARLY, [leaseMs])
    return violationOf('leaseBroken', 'a sample was claimed while another still held it', early)
  }

  async #checkTotals(id: string): Promise<Violation[]> {
    const { stored, counted } = await recount(this.db, id)
    if (JSON.stringify(stored) === JSON.stringify(counted)) return []
    return [
      { invariant: 'totals', what: `the totals of ${id} are not what its rows add up to`, rows: [{ stored, counted }] },
    ]
  }

  async #contentOf(id: string): Promise<string> {
    const [row] = await this.db.query<{ content: string }[]>(CONTENT, [id])
    return row?.content ?? ''
  }
}

const EARLY = `
SELECT l.call_id, l.fence, l.state, l.started_at, n.started_at AS again
FROM ${ATTEMPTS} l JOIN ${ATTEMPTS} n ON n.call_id = l.call_id AND n.fence = l.fence + 1
WHERE l.kind <> 'score' AND l.state NOT IN ('failed', 'handed_back')
  AND n.started_at < l.started_at + $1 * interval '1 ms'`

const AFTER_CANCEL = `
SELECT 'claimed' AS what, coalesce(trial_id, ranking_id), index, started_at AS at FROM ${ATTEMPTS} l WHERE evaluation_id = $1 AND started_at > $2
UNION ALL
SELECT 'planned', coalesce(trial_id, ranking_id), index, created_at FROM call WHERE kind <> 'score' AND evaluation_id = $1 AND created_at > $2
UNION ALL
SELECT 'decided', trial_id, calls, decided_at FROM verdict WHERE evaluation_id = $1 AND decided_at > $2`

const STUCK = `
SELECT state, count(*)::int AS calls, max(fence) AS fence, max(deliveries) AS deliveries, min(queue_at) AS queue_at,
       min(lease_until) AS lease_until, now() AS now
FROM call WHERE evaluation_id = $1 GROUP BY state`

/** What was drawn ahead of need and under way at the end may still land: it is in no verdict. */
const CONTENT = `
SELECT coalesce((SELECT md5(string_agg(md5((s.trial_id, s.index, s.state, s.fence, s.outcome, s.raw_answer, s.answer_key,
                 s.signals, s.seed)::text), '' ORDER BY s.trial_id, s.index)) FROM ${PLANNED_SAMPLES} s
                 JOIN evaluation e ON e.id = s.evaluation_id
                 WHERE e.id = $1 AND (NOT e.spec ? 'lookahead' OR s.index < (
                   SELECT max(v.calls) FROM verdict v WHERE v.trial_id = s.trial_id))), '')
    || coalesce((SELECT md5(string_agg(md5((v.trial_id, v.method_key, v.calls, v.answer_key, v.score, v.reason)::text), ''
                 ORDER BY v.trial_id, v.method_key)) FROM verdict v WHERE v.evaluation_id = $1), '') AS content`
