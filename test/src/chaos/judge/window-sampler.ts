import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource } from '@cges-fleet/db'
import type { Violation } from './violation.js'

const EVERY_MS = 100
const SMALLEST_WINDOW = 32

interface Live {
  readonly id: string
  readonly live: number
  readonly slots: number
  /** Evaluations that have been running since the previous look: more may share the slots now, but fewer never did. */
  readonly sharers: number
  readonly at: string
}

/**
 * Looks at the live rows ten times a second, and less often while the database is down: no evaluation may have more
 * samples pending and leased than its window, which changes with the registered slots and the evaluations that share
 * them. The bound is the largest window it can have had so far, also between two looks.
 */
export class WindowSampler {
  readonly violations: Violation[] = []
  looks = 0
  #running = true
  #life: Promise<void>
  readonly #bounds = new Map<string, number>()
  #lookedAt = 'infinity'
  #slots = 0

  constructor(
    private readonly db: DataSource,
    /** Slots that may have been registered between two looks. */
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
        const rows = await this.db.query<Live[]>(LIVE, [this.#lookedAt])
        for (const row of rows) this.#look(row)
        this.#lookedAt = rows[0]?.at ?? this.#lookedAt
        this.#slots = rows[0]?.slots ?? this.#slots
        this.looks++
      } catch {
        // The database is down: nothing can change meanwhile.
      }
      await sleep(EVERY_MS)
    }
  }

  #look({ id, live, slots, sharers }: Live): void {
    const most = Math.max(slots, this.#slots) + this.slack
    const window = Math.max(SMALLEST_WINDOW, Math.ceil((2 * most) / Math.max(1, sharers)))
    const bound = Math.max(this.#bounds.get(id) ?? 0, window)
    this.#bounds.set(id, bound)
    if (live <= bound) return
    const rows = [{ evaluation: id, live, bound }]
    this.violations.push({ invariant: 'overBudget', what: 'more samples in flight than the window holds', rows })
  }
}

const LIVE = `
SELECT e.id, count(k.id)::int AS live,
       (SELECT coalesce(sum(slots), 0)::int FROM worker
        WHERE ready AND heartbeat_at > now() - interval '30 seconds') AS slots,
       (SELECT count(*)::int FROM evaluation WHERE status = 'running' AND created_at <= $1) AS sharers,
       now()::text AS at
FROM evaluation e LEFT JOIN call k ON k.evaluation_id = e.id AND k.live AND k.kind = 'draw'
WHERE e.status = 'running'
GROUP BY e.id`
