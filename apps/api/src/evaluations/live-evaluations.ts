import { setImmediate as others } from 'node:timers/promises'
import { type EvaluationView, hasEnded } from '@cges-fleet/core'
import { type EvaluationTotals, selectEvaluationTotals, selectEvaluationVersion, type TeamId } from '@cges-fleet/db'
import { Injectable } from '@nestjs/common'
import { TeamDatabases } from '../access/caller.js'
import type { HttpResponse } from '../http/request.js'
import { drained } from '../http/send-file.js'
import { WhyItWaits } from '../pools/shares.js'
import { evaluationView } from './evaluation-view.js'
import { SharedReads } from '../http/shared-reads.js'

/** How often the database is polled for a new version: also the fastest rate at which a page updates. */
const TICK_MS = 250

/** Frames of one evaluation to all its readers: beyond it each is sent fewer, so that the requests beside them stay fast. */
const FRAMES_PER_SECOND = 500

/** How many readers are sent a frame before other requests have their turn. */
const WOKEN_AT_ONCE = 16

/**
 * A running evaluation's rates and ages change without a new version, so its frame is refreshed at least this often.
 */
const RENEW_MS = 2000

interface Watched {
  readers: number
  timer: NodeJS.Timeout | undefined
  snapshot: LiveSnapshot | null
  readAt: number
  waiting: Set<() => void>
}

/**
 * The newest frames of evaluations being watched. However many watch one, the database is polled once a tick; a slow
 * reader skips to the newest frame, so none are buffered for it.
 */
@Injectable()
export class LiveEvaluations {
  readonly #watched = new Map<string, Watched>()
  readonly #totals = new SharedReads<EvaluationTotals | null>()

  constructor(
    private readonly databases: TeamDatabases,
    private readonly waits: WhyItWaits,
  ) {}

  /** Loads an evaluation as of now. */
  async read(team: TeamId, id: string): Promise<EvaluationView | null> {
    const totals = await this.totals(team, id)
    return totals === null ? null : this.waits.added(this.databases.of(team), team, evaluationView(totals))
  }

  /** Loads what a view and statistics are made of, as of now: many who ask at once share a read. */
  totals(team: TeamId, id: string): Promise<EvaluationTotals | null> {
    return this.#totals.read(`${team}/${id}`, () => selectEvaluationTotals(this.databases.of(team), team, id))
  }

  /** Yields the newest frame whenever it has changed, at the reader's pace, until the signal aborts. */
  async *frames(team: TeamId, id: string, signal: AbortSignal): AsyncGenerator<LiveSnapshot> {
    const watched = this.#watch(team, id)
    try {
      let seen: LiveSnapshot | null = null
      while (!signal.aborted) {
        if (watched.snapshot !== null && watched.snapshot !== seen) {
          seen = watched.snapshot
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
    const watched: Watched = { readers: 1, timer: undefined, snapshot: null, readAt: 0, waiting: new Set() }
    this.#watched.set(key, watched)
    const tick = async () => {
      await this.#refresh(team, id, watched).catch(() => undefined)
      if (watched.readers > 0) watched.timer = setTimeout(() => void tick(), tickMs(watched))
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
    const current = await selectEvaluationVersion(this.databases.of(team), team, id)
    if (current === null) return
    const stale = current.status === 'running' && performance.now() - watched.readAt > RENEW_MS
    const shown = watched.snapshot?.view
    if (shown?.version === current.version && shown.status === current.status && !stale) return
    const view = await this.read(team, id)
    watched.snapshot = view === null ? null : liveSnapshot(view)
    watched.readAt = performance.now()
    await wakeAll(watched)
  }
}

const tickMs = ({ readers }: Watched) => Math.max(TICK_MS, (readers * 1000) / FRAMES_PER_SECOND)

async function wakeAll({ waiting }: Watched): Promise<void> {
  const all = [...waiting]
  waiting.clear()
  for (let at = 0; at < all.length; at += WOKEN_AT_ONCE) {
    for (const wake of all.slice(at, at + WOKEN_AT_ONCE)) wake()
    await others()
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

/** A snapshot and how it is sent: written once, however many read it. */
export interface LiveSnapshot {
  readonly view: EvaluationView
  /** A server-sent event. */
  readonly event: Buffer
}

/** Writes a snapshot as an event whose id is the evaluation's version. */
export function liveSnapshot(view: EvaluationView): LiveSnapshot {
  return { view, event: Buffer.from(liveEvent('snapshot', view)) }
}

/** Writes a server-sent event. */
function liveEvent(name: string, content: { readonly version: number }): string {
  return `id: ${content.version}\nevent: ${name}\ndata: ${JSON.stringify(content)}\n\n`
}

const HEARTBEAT_MS = 15_000

/** A client that has read nothing for this long is presumed asleep; it reconnects when it wakes up. */
const ASLEEP_MS = 30_000

/**
 * Sends frames as server-sent events, each with the evaluation's version as its id, applying backpressure while the
 * client is slow and ending the stream of one that does not read at all.
 */
export async function sendLive(
  response: HttpResponse,
  frames: AsyncIterable<LiveSnapshot>,
  asleepMs = ASLEEP_MS,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.write('retry: 2000\n\n')
  const beat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': hb\n\n')
  }, HEARTBEAT_MS)
  try {
    for await (const { view, event } of frames) {
      response.write(event)
      if (hasEnded(view.status)) {
        response.write(liveEvent('bye', { version: view.version }))
        break
      }
      if (await drained(response, asleepMs)) continue
      response.destroy()
      break
    }
  } finally {
    clearInterval(beat)
    response.end()
  }
}
