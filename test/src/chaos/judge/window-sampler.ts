import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource } from '@cges-fleet/db'
import type { Violation } from './violation.js'

const EVERY_MS = 100
const SMALLEST_WINDOW = 32

interface Live {
  readonly id: string
  readonly live: number
  readonly slots: number
  readonly sharers: number
  /** Longest that a pending sample waits past the time it should have been queued again, in ms. */
  readonly overdueMs: number
}

/**
 * Looks at the live rows ten times a second: no evaluation may have more samples pending and leased than its window,
 * which moves with the slots registered; the largest it had so far bounds it.
 */
export class WindowSampler {
  readonly violations: Violation[] = []
  readonly overdueMs: number[] = []
  looks = 0
  #running = true
  #life: Promise<void>
  readonly #bounds = new Map<string, number>()

  constructor(
    private readonly db: DataSource,
    /** Slots that may have registered between two looks. */
    private readonly slack: number,
  ) {
    this.#life = this.#live()
  }

  async stop(): Promise<void> {
    this.#running = false
    await this.#life
  }

  async #live(): Promise<void> {
    while (this.#running) {
      try {
        for (const row of await this.db.query<Live[]>(LIVE)) this.#look(row)
        this.looks++
      } catch {
        // The database is down: nothing can change meanwhile.
      }
      await sleep(EVERY_MS)
    }
  }

  #look({ id, live, slots, sharers, overdueMs }: Live): void {
    const window = Math.max(SMALLEST_WINDOW, Math.ceil((2 * (slots + this.slack)) / Math.max(1, sharers)))
    const bound = Math.max(this.#bounds.get(id) ?? 0, window)
    this.#bounds.set(id, bound)
    if (overdueMs > 0) this.overdueMs.push(overdueMs)
    if (live <= bound) return
    const rows = [{ evaluation: id, live, bound }]
    this.violations.push({ invariant: 'overBudget', what: 'more samples in flight than the window holds', rows })
  }
}

const LIVE = `
SELECT e.id, count(s.trial_id)::int AS live,
       coalesce(extract(epoch FROM max(now() - s.queue_at) FILTER (WHERE s.state = 'pending')) * 1000, 0)::float AS "overdueMs",
       (SELECT coalesce(sum(slots), 0)::int FROM worker
        WHERE ready AND heartbeat_at > now() - interval '30 seconds') AS slots,
       (SELECT count(*)::int FROM evaluation WHERE status = 'running') AS sharers
FROM evaluation e LEFT JOIN sample s ON s.evaluation_id = e.id AND s.state IN ('pending', 'leased')
WHERE e.status = 'running'
GROUP BY e.id`
