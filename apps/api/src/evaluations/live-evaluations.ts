import type { EvaluationView } from '@cges-fleet/core'
import { readEvaluationTotals, readEvaluationVersion, type TeamId } from '@cges-fleet/db'
import { Injectable } from '@nestjs/common'
import { TeamDatabases } from '../access/team-databases.js'
import { evaluationView } from './evaluation-view.js'

/** How often the database is asked whether an evaluation moved on: also the fastest a page is updated. */
const TICK_MS = 250

/** A running evaluation's rates and ages change without a new version, so its frame is renewed at least this often. */
const RENEW_MS = 2000

interface Watched {
  readers: number
  timer: NodeJS.Timeout | undefined
  frame: EvaluationView | null
  readAt: number
  waiting: Set<() => void>
}

/**
 * Newest frames of the evaluations somebody watches. However many watch one, the database is read once a tick; a
 * slow reader only ever gets the newest frame, so it costs the memory of none.
 */
@Injectable()
export class LiveEvaluations {
  readonly #watched = new Map<string, Watched>()

  constructor(private readonly databases: TeamDatabases) {}

  /** Reads an evaluation as of now. */
  async read(team: TeamId, id: string): Promise<EvaluationView | null> {
    const totals = await readEvaluationTotals(this.databases.of(team), team, id)
    return totals === null ? null : evaluationView(totals)
  }

  /** Yields the newest frame whenever it has changed, at the reader's pace, until the signal aborts. */
  async *frames(team: TeamId, id: string, signal: AbortSignal): AsyncGenerator<EvaluationView> {
    const watched = this.#watch(team, id)
    try {
      let seen: EvaluationView | null = null
      while (!signal.aborted) {
        if (watched.frame !== null && watched.frame !== seen) {
          seen = watched.frame
          yield seen
        } else await nextChange(watched, signal)
      }
    } finally {
      this.#leave(`${team}/${id}`, watched)
    }
  }

  #watch(team: TeamId, id: string): Watched {
    const key = `${team}/${id}`
    const known = this.#watched.get(key)
    if (known !== undefined) {
      known.readers++
      return known
    }
    const watched: Watched = { readers: 1, timer: undefined, frame: null, readAt: 0, waiting: new Set() }
    this.#watched.set(key, watched)
    const tick = async () => {
      await this.#refresh(team, id, watched).catch(() => undefined)
      if (watched.readers > 0) watched.timer = setTimeout(() => void tick(), TICK_MS)
    }
    void tick()
    return watched
  }

  #leave(key: string, watched: Watched): void {
    watched.readers--
    if (watched.readers > 0) return
    clearTimeout(watched.timer)
    this.#watched.delete(key)
  }

  async #refresh(team: TeamId, id: string, watched: Watched): Promise<void> {
    const current = await readEvaluationVersion(this.databases.of(team), team, id)
    if (current === null) return
    const stale = current.status === 'running' && performance.now() - watched.readAt > RENEW_MS
    if (watched.frame?.version === current.version && watched.frame.status === current.status && !stale) return
    watched.frame = await this.read(team, id)
    watched.readAt = performance.now()
    for (const wake of watched.waiting) wake()
    watched.waiting.clear()
  }
}

async function nextChange(watched: Watched, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done)
      watched.waiting.delete(done)
      resolve()
    }
    watched.waiting.add(done)
    signal.addEventListener('abort', done)
  })
}
