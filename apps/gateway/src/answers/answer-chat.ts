import { evaluationReasonWords } from '@cges-fleet/core'
import { type LandedReply, newId, type PlannedDraws, type TeamId } from '@cges-fleet/db'
import { Refusal } from '../http/refusal.js'
import type { ChatWork } from '../requests/chat-work.js'
import type { Draws } from './draws.js'
import type { PaceOfPools } from './pace.js'
import type { ReplyDesk } from './reply-desk.js'
import { askedOf, digestOf, seedBaseOf } from './request-identity.js'
import { type Standing, standingOf, type Verdict, verdictOfLanded } from './standing.js'
import { wantedUpTo } from './waves.js'

export interface AnswerParts {
  readonly draws: Draws
  readonly desk: ReplyDesk
  readonly pace: PaceOfPools
}

/** A request's answer, with everything that was drawn for it. */
export interface Answered {
  readonly requestId: string
  readonly verdict: Verdict
  readonly replies: ReadonlyMap<number, LandedReply>
  readonly digest: string
  /** Calls made for it, also those that are abandoned. */
  readonly calls: number
  /** When the last reply landed here. */
  readonly landedAt: number
}

/** After how long a limit that allowed nothing is asked again. */
const AGAIN_MS = 100

/** Who waits for an answer. */
export interface Asking {
  readonly team: TeamId
  /** When it was asked, by `performance.now()`: its deadline counts from then. */
  readonly askedAt: number
  /** Ends the request. */
  readonly signal: AbortSignal
  /** Called once its first draws are planned: from then on it is answered and no longer refused by a limit. */
  readonly began: () => void
}

/** Answers one request: draws replies until its method stops. Whatever ends it, its draws end with it. */
export async function answerChat(work: ChatWork, asking: Asking, parts: AnswerParts): Promise<Answered> {
  const run = new ChatRun(work, asking, parts)
  try {
    return await run.answer()
  } finally {
    run.end()
  }
}

class ChatRun {
  readonly #id = newId()
  readonly #replies = new Map<number, LandedReply>()
  readonly #text: string
  readonly #base: number
  #landedAt: number
  #planned = 0
  /** When each of its draws was planned. */
  readonly #plannedAt: number[] = []
  /** Draws being planned. Nothing waits for the database here but by news: it must not outlast the deadline. */
  #planning: Promise<void> | null = null
  /** What held up some of the draws planned last, and until when they are not asked for again. */
  #held: 'full' | 'used up' | null = null
  #heldUntil = 0
  /** Why it cannot be answered. */
  #failure: unknown = null
  /** Whether something has happened that nothing was decided from yet. */
  #news = false
  #isOver = false
  #wake: () => void = () => undefined

  constructor(
    private readonly work: ChatWork,
    private readonly asking: Asking,
    private readonly parts: AnswerParts,
  ) {
    this.#text = askedOf(work)
    this.#base = seedBaseOf(this.#text, work.seed)
    this.#landedAt = asking.askedAt
  }

  async answer(): Promise<Answered> {
    const { signal } = this.asking
    this.parts.desk.open(this.#id, {
      landed: (reply) => this.#landed(reply),
      ended: () => this.#fail(takenForDead()),
    })
    for (;;) {
      signal.throwIfAborted()
      if (this.#failure !== null) throw this.#failure
      this.#news = false
      const standing = standingOf(this.work.method, this.#replies)
      if (standing.state === 'stopped') return this.#answered(standing.verdict)
      if (standing.state === 'blocked') return this.#blocked(standing)
      const leftMs = this.#leftMs()
      if (leftMs !== null && leftMs <= 0) return this.#cutShort('deadline')
      if (this.#held === 'used up' && this.#planned === this.#replies.size) return this.#cutShort('limit')
      this.#draw(standing)
      await this.#change(signal, this.#held === null ? leftMs : Math.min(leftMs ?? Infinity, AGAIN_MS))
    }
  }

  /** What is being planned as it ends is ended once it is. */
  end(): void {
    this.#isOver = true
    this.parts.desk.shut(this.#id)
    void Promise.resolve(this.#planning).then(() => {
      const { team } = this.asking
      if (this.#planned > 0) this.parts.draws.end({ team, pool: this.work.pool }, this.#id)
    })
  }

  #leftMs(): number | null {
    const { deadlineMs } = this.work
    return deadlineMs === null ? null : deadlineMs - (performance.now() - this.asking.askedAt)
  }

  #landed(reply: LandedReply): void {
    this.#replies.set(reply.index, reply)
    this.#landedAt = performance.now()
    this.#heldUntil = 0
    const since = this.#plannedAt[reply.index]
    if (since !== undefined) this.parts.pace.took(this.work.pool, this.#landedAt - since)
    this.#tell()
  }

  #fail(error: unknown): void {
    this.#failure = error
    this.#tell()
  }

  #tell(): void {
    this.#news = true
    this.#wake()
  }

  /** Begins to plan what is wanted and not yet planned. */
  #draw(standing: Extract<Standing, { state: 'open' }>): void {
    if (this.#planning !== null || performance.now() < this.#heldUntil) return
    const { pool, method, minSamples } = this.work
    const upTo = wantedUpTo({
      until: standing.until,
      landed: standing.verdict.calls,
      budget: method.budget,
      minSamples,
      leftMs: this.#leftMs(),
      replyMs: this.parts.pace.of(pool),
    })
    if (upTo <= this.#planned) return
    this.#planning = this.#plan(upTo)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#planning = null
        this.#tell()
      })
  }

  async #plan(upTo: number): Promise<void> {
    const { pool, body, tokensPerCall } = this.work
    const indices = Array.from({ length: upTo - this.#planned }, (_, at) => this.#planned + at)
    const draws = indices.map((index) => ({ index, seed: this.#base + index }))
    const opens = this.#planned === 0 ? { body, tokensPerCall } : null
    for (const index of indices) this.#plannedAt[index] = performance.now()
    const wanted = { requestId: this.#id, draws, opens, tokensPerCall }
    const planned = await this.parts.draws.plan({ team: this.asking.team, pool }, wanted)
    const isFirst = this.#planned === 0
    this.#planned += planned.queued.length
    if (this.#planned === 0) throw notBegun(planned)
    this.#held = planned.queued.length === draws.length ? null : planned.usedUp === null ? 'full' : 'used up'
    this.#heldUntil = this.#held === null ? 0 : performance.now() + AGAIN_MS
    if (isFirst && !this.#isOver) this.asking.began()
  }

  /** Waits for the next reply, for the time given or for the client to leave. */
  #change(signal: AbortSignal, withinMs: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = withinMs === null ? undefined : setTimeout(() => this.#wake(), Math.max(1, withinMs))
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.#wake = () => undefined
        resolve()
      }
      this.#wake = done
      signal.addEventListener('abort', done)
      if (signal.aborted || this.#news) done()
    })
  }

  /** Gives the best answer so far, if there are enough replies. */
  #cutShort(stoppedBy: 'deadline' | 'limit'): Answered {
    const { landed, verdict } = verdictOfLanded(this.work.method, this.#replies)
    if (this.#suffice(landed)) return this.#answered({ ...verdict, stoppedBy })
    throw new Refusal('too_late', `Only ${landed} replies were drawn before it had to end (${stoppedBy}).`)
  }

  /** The same, if the next reply could not be drawn. */
  #blocked({ by, verdict }: Extract<Standing, { state: 'blocked' }>): Answered {
    const error = by.drawn.error ?? ''
    if (by.outcome === 'invalid_request')
      throw new Refusal('invalid', `The model server refuses this request: ${error}`)
    if (this.#suffice(verdict.calls)) return this.#answered({ ...verdict, stoppedBy: 'fault' })
    throw new Refusal('model_failed', `A reply could not be drawn: ${error}`)
  }

  #suffice(replies: number): boolean {
    return replies >= Math.max(1, this.work.minSamples)
  }

  #answered(verdict: Verdict): Answered {
    const digest = digestOf(this.#text, this.work, verdict)
    const [calls, landedAt] = [this.#planned, this.#landedAt]
    return { requestId: this.#id, verdict, replies: this.#replies, digest, calls, landedAt }
  }
}

function takenForDead(): Refusal {
  return new Refusal('unavailable', 'The gateway lost the database for too long: send this again.', {
    retryAfter: FULL_SECONDS,
  })
}

const FULL_SECONDS = 1

/** When to ask again about a limit that does not count anew by itself. */
const RAISED_SECONDS = 3600

function notBegun({ usedUp, resetSeconds }: PlannedDraws): Refusal {
  return usedUp === null
    ? new Refusal('too_soon', 'Your team has as many calls in flight as it may: send this again when some are done.', {
        retryAfter: FULL_SECONDS,
      })
    : new Refusal('too_soon', evaluationReasonWords(usedUp), { retryAfter: resetSeconds ?? RAISED_SECONDS })
}
