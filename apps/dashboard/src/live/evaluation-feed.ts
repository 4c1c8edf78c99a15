import type { EvaluationView } from '@cges-fleet/core'
import { followEvaluation, getEvaluation } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { api } from '../api/browser'
import { type Connection, failsOften, newerView, nextStep, viewIn } from './feed-steps'

export interface FeedState {
  readonly view: EvaluationView
  readonly connection: Connection
  /** When the API last confirmed the numbers, on this browser's clock; null before the first time. */
  readonly confirmedAt: number | null
}

const TICK_MS = 1_000
const ASK_TIMEOUT_MS = 8_000
/** The numbers came with the page: unless something confirms them within this time, they count as old. */
const UNCONFIRMED_MS = 10_000

/** Keeps one evaluation up to date in a page: by its event stream, by asking when the stream fails, not at all when final. */
class EvaluationFeed {
  #state: FeedState
  #source: EventSource | null = null
  #timer: ReturnType<typeof setInterval> | undefined
  #failuresAt: number[] = []
  #requestedAt = 0
  #openedAt = 0
  #startedAt = 0
  #hiddenAt: number | null = null
  readonly #asking: { readonly path: { readonly id: string } }
  readonly #listeners = new Set<() => void>()

  constructor(view: EvaluationView) {
    this.#asking = { path: { id: view.id } }
    this.#state = { view, connection: view.finishedAt === null ? 'connecting' : 'final', confirmedAt: null }
  }

  readonly snapshot = (): FeedState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#start()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    }
  }

  /** Requests the newest snapshot now, independently of the stream. */
  readonly ask = async (): Promise<void> => {
    this.#requestedAt = Date.now()
    try {
      const response = await api.open(getEvaluation, this.#asking, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) })
      this.#take(await response.text())
    } catch {
      // The age on screen keeps growing: that is how a reader learns of it.
    }
  }

  #start(): void {
    if (this.#state.connection === 'final') return
    document.addEventListener('visibilitychange', this.#look)
    this.#startedAt = Date.now()
    this.#look()
    this.#open()
    this.#timer = setInterval(this.#tick, TICK_MS)
  }

  #stop(): void {
    document.removeEventListener('visibilitychange', this.#look)
    clearInterval(this.#timer)
    this.#close()
  }

  #open(): void {
    this.#close()
    this.#openedAt = Date.now()
    const source = new EventSource(pathOf(followEvaluation, this.#asking))
    source.addEventListener('open', () => this.#become('open'))
    source.addEventListener('snapshot', ({ data }: MessageEvent<string>) => this.#take(data))
    source.addEventListener('bye', () => this.#leave())
    source.addEventListener('error', () => this.#fail(source))
    this.#source = source
  }

  #close(): void {
    this.#source?.close()
    this.#source = null
  }

  /** The stream has ended for good; one last look makes sure that its end was not missed. */
  #leave(): void {
    this.#close()
    this.#become('reconnecting')
    void this.ask()
  }

  #fail(source: EventSource): void {
    const now = Date.now()
    this.#failuresAt = [...this.#failuresAt.filter((at) => now - at < 60_000), now]
    const often = failsOften(this.#failuresAt, now)
    if (often || source.readyState === EventSource.CLOSED) {
      this.#close()
      this.#openedAt = now
      void this.ask()
    }
    this.#become(often ? 'polling' : 'reconnecting')
  }

  #take(text: string): void {
    const arrived = viewIn(text)
    if (arrived === null) return
    const view = newerView(this.#state.view, arrived)
    this.#set({ ...this.#state, view, confirmedAt: Date.now() })
    if (view.finishedAt !== null) this.#finish()
  }

  #finish(): void {
    this.#stop()
    this.#become('final')
  }

  readonly #tick = (): void => {
    if (this.#state.confirmedAt === null && Date.now() - this.#startedAt > UNCONFIRMED_MS)
      this.#set({ ...this.#state, confirmedAt: this.#startedAt })
    const { connection, confirmedAt } = this.#state
    const requestedAt = this.#requestedAt
    const openedAt = this.#openedAt
    const hiddenAt = this.#hiddenAt
    const step = nextStep({ now: Date.now(), connection, confirmedAt, requestedAt, openedAt, hiddenAt })
    if (step === 'ask') void this.ask()
    if (step === 'open') this.#open()
    if (step === 'pause') {
      this.#close()
      this.#become('paused')
    }
  }

  readonly #look = (): void => {
    this.#hiddenAt = document.visibilityState === 'hidden' ? (this.#hiddenAt ?? Date.now()) : null
    if (this.#hiddenAt === null) this.#tick()
  }

  #become(connection: Connection): void {
    if (this.#state.connection !== connection) this.#set({ ...this.#state, connection })
  }

  #set(state: FeedState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

interface FollowedEvaluation {
  /** The state to show: the newest, or the one that was current when updates were held. */
  readonly state: FeedState
  /** Holds updates, or resumes with the newest. */
  readonly toggleHold: () => void
  /** Asks for the newest snapshot now, and shows it. */
  readonly ask: () => Promise<void>
}

/** Follows an evaluation from the snapshot the server rendered, for as long as the page is open. */
export function useEvaluation(initial: EvaluationView): FollowedEvaluation {
  const [feed] = useState(() => new EvaluationFeed(initial))
  const newest = useSyncExternalStore(feed.subscribe, feed.snapshot, feed.snapshot)
  const [held, setHeld] = useState<FeedState | null>(null)
  const toggleHold = useCallback(
    () => setHeld((now) => (now === null ? { ...feed.snapshot(), connection: 'held' } : null)),
    [feed],
  )
  const ask = useCallback(async () => {
    setHeld(null)
    await feed.ask()
  }, [feed])
  return { state: held ?? newest, toggleHold, ask }
}
