import { type LandedReply, newId } from '@cges-fleet/db'
import { Refusal } from '../http/refusal.js'
import type { ChatWork } from '../requests/chat-work.js'
import type { Answered, AnswerParts, Asking } from './asking.js'
import { answeredFigures, type EndFigures, failedFigures, workFigures } from './kept-figures.js'
import { notBegun, takenForDead, tooFew } from './no-answer.js'
import { contentHash, auditPlace, digestOf, seedBaseOf } from './request-identity.js'
import { type Standing, standingOf, type Verdict, verdictOfLanded } from './standing.js'
import { wantedUpTo } from './waves.js'

/** After how long a limit that allowed nothing is asked again. */
const AGAIN_MS = 100

/** Answers one request: draws replies until its method stops. Whatever ends it, its draws end with it. */
export async function answerChat(work: ChatWork, asking: Asking, parts: AnswerParts): Promise<Answered> {
  const run = new ChatRun(work, asking, parts)
  try {
    const answered = await run.answer()
    asking.give(answered)
    run.finish(answered)
    return answered
  } catch (error) {
    run.end(failedFigures(error, asking.signal))
    throw error
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
  /** The share of requests that its team has audited. */
  #auditShare = 0
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
    this.#text = contentHash(work)
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

  /** Ends it with its answer given, or audits it first if it is one of the team's share. */
  finish(answered: Answered): void {
    const seconds = (performance.now() - this.asking.askedAt) / 1000
    const figures = { ...answeredFigures(answered), seconds }
    const { method } = this.work
    const isEarly = answered.verdict.counted.length < method.budget
    if (!isEarly || auditPlace(this.#base, this.work) >= this.#auditShare) return this.end(figures)
    this.#isOver = true
    const landed = [...this.#replies.keys()]
    void Promise.resolve(this.#planning)
      .then(() => this.#audit(answered))
      .then((audit) => this.end({ ...figures, audit, landed: audit === null ? null : landed }))
  }

  #audit({ digest, verdict }: Answered) {
    const { pool, method, tokensPerCall, seed } = this.work
    return this.parts.audits.audit({
      id: this.#id,
      team: this.asking.team,
      pool,
      method,
      tokensPerCall,
      seed,
      base: this.#base,
      digest,
      verdict,
      planned: this.#planned,
      replies: this.#replies,
    })
  }

  /** What is being planned as it ends is ended once it is. */
  end(figures: EndFigures): void {
    this.#isOver = true
    this.parts.desk.shut(this.#id)
    const seconds = (performance.now() - this.asking.askedAt) / 1000
    void Promise.resolve(this.#planning).then(() => {
      const kept = { ...workFigures(this.work), seconds, planned: this.#planned, ...figures }
      if (this.#planned > 0) this.parts.draws.end(this.asking.team, { id: this.#id, kept })
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
    const opens = this.#planned === 0 ? { body, work: workFigures(this.work), tokensPerCall } : null
    for (const index of indices) this.#plannedAt[index] = performance.now()
    const wanted = { requestId: this.#id, draws, opens, tokensPerCall }
    const planned = await this.parts.draws.plan({ team: this.asking.team, pool }, wanted)
    const isFirst = this.#planned === 0
    this.#auditShare = planned.auditShare
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
    throw new Refusal('too_late', tooFew(landed, this.work, stoppedBy))
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
