import { evaluationReasonWords } from '@cges-fleet/core'
import { type LandedReply, newId, type PlannedDraws, type TeamId } from '@cges-fleet/db'
import { Refusal } from '../http/refusal.js'
import type { ChatWork } from '../requests/chat-work.js'
import type { Draws } from './draws.js'
import type { PaceOfPools } from './pace.js'
import type { ReplyDesk } from './reply-desk.js'
import { askedOf, digestOf, seedBaseOf } from './request-identity.js'
import { type Standing, standingOf, type StoppedBy, type Verdict } from './standing.js'
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

/** Answers one request: draws replies until its method stops. Whatever ends it, its draws end with it. */
export async function answerChat(
  work: ChatWork,
  team: TeamId,
  parts: AnswerParts,
  signal: AbortSignal,
): Promise<Answered> {
  const run = new ChatRun(work, team, parts)
  try {
    return await run.answer(signal)
  } finally {
    run.end()
  }
}

class ChatRun {
  readonly #id = newId()
  readonly #replies = new Map<number, LandedReply>()
  readonly #asked: string
  readonly #base: number
  readonly #startedAt = performance.now()
  #landedAt = this.#startedAt
  #planned = 0
  /** When each of its draws was planned. */
  readonly #plannedAt: number[] = []
  #isEnded = false
  /** Whether a reply has landed that nothing was decided from yet. */
  #news = false
  #wake: () => void = () => undefined

  constructor(
    private readonly work: ChatWork,
    private readonly team: TeamId,
    private readonly parts: AnswerParts,
  ) {
    this.#asked = askedOf(work)
    this.#base = seedBaseOf(this.#asked, work.seed)
  }

  async answer(signal: AbortSignal): Promise<Answered> {
    this.parts.desk.open(this.#id, { landed: (reply) => this.#landed(reply), ended: () => this.#ended() })
    for (;;) {
      signal.throwIfAborted()
      if (this.#isEnded) throw takenForDead()
      this.#news = false
      const standing = standingOf(this.work.method, this.#replies)
      if (standing.state === 'stopped') return this.#answered(standing.verdict)
      if (standing.state === 'blocked') return this.#cutShort(standing, 'fault')
      const leftMs = this.#leftMs()
      if (leftMs !== null && leftMs <= 0) return this.#cutShort(standing, 'deadline')
      const held = await this.#draw(standing)
      if (held === 'used up' && this.#planned === this.#replies.size) return this.#cutShort(standing, 'limit')
      await this.#change(signal, held === null ? leftMs : Math.min(leftMs ?? Infinity, AGAIN_MS))
    }
  }

  end(): void {
    this.parts.desk.shut(this.#id)
    if (this.#planned > 0) this.parts.draws.end({ team: this.team, pool: this.work.pool }, this.#id)
  }

  #leftMs(): number | null {
    const { deadlineMs } = this.work
    return deadlineMs === null ? null : deadlineMs - (performance.now() - this.#startedAt)
  }

  #landed(reply: LandedReply): void {
    this.#replies.set(reply.index, reply)
    this.#news = true
    this.#landedAt = performance.now()
    const since = this.#plannedAt[reply.index]
    if (since !== undefined) this.parts.pace.took(this.work.pool, this.#landedAt - since)
    this.#wake()
  }

  #ended(): void {
    this.#isEnded = true
    this.#news = true
    this.#wake()
  }

  /** Plans what is wanted and not yet planned. Returns what held some of it up; null if nothing did. */
  async #draw(standing: Extract<Standing, { state: 'open' }>): Promise<'full' | 'used up' | null> {
    const { pool, method, minSamples, body, tokensPerCall } = this.work
    const upTo = wantedUpTo({
      until: standing.until,
      landed: standing.verdict.calls,
      budget: method.budget,
      minSamples,
      leftMs: this.#leftMs(),
      replyMs: this.parts.pace.of(pool),
    })
    if (upTo <= this.#planned) return null
    const indices = Array.from({ length: upTo - this.#planned }, (_, at) => this.#planned + at)
    const draws = indices.map((index) => ({ index, seed: this.#base + index }))
    const opens = this.#planned === 0 ? { body, tokensPerCall } : null
    for (const index of indices) this.#plannedAt[index] = performance.now()
    const planned = await this.parts.draws.plan(
      { team: this.team, pool },
      { requestId: this.#id, draws, opens, tokensPerCall },
    )
    this.#planned += planned.queued.length
    if (this.#planned === 0) throw notBegun(planned)
    return planned.queued.length === draws.length ? null : planned.usedUp === null ? 'full' : 'used up'
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
  #cutShort({ verdict, ...standing }: Exclude<Standing, { state: 'stopped' }>, stoppedBy: StoppedBy): Answered {
    if (standing.state === 'blocked' && standing.by.outcome === 'invalid_request')
      throw new Refusal('invalid', `The model server refuses this request: ${standing.by.drawn.error ?? ''}`)
    if (verdict.calls >= Math.max(1, this.work.minSamples)) return this.#answered({ ...verdict, stoppedBy })
    if (standing.state === 'blocked')
      throw new Refusal('model_failed', `A reply could not be drawn: ${standing.by.drawn.error ?? ''}`)
    throw new Refusal('too_late', `Only ${verdict.calls} replies were drawn before it had to end (${stoppedBy}).`)
  }

  #answered(verdict: Verdict): Answered {
    const digest = digestOf(this.#asked, this.work, verdict)
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
const USED_UP_SECONDS = 60

function notBegun({ usedUp }: PlannedDraws): Refusal {
  return usedUp === null
    ? new Refusal('too_soon', 'Your team has as many calls in flight as it may: send this again when some are done.', {
        retryAfter: FULL_SECONDS,
      })
    : new Refusal('too_soon', evaluationReasonWords(usedUp), { retryAfter: USED_UP_SECONDS })
}
