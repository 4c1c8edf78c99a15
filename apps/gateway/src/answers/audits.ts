import { setImmediate as nextTurn } from 'node:timers/promises'
import { isCharged, voteOf } from '@cges-fleet/core'
import { type Db, isAudited, type KeptFigures, type LandedReply, type TeamId } from '@cges-fleet/db'
import { decide, type TrialMethodSpec } from '@cges-fleet/methods'
import type { Draws } from './draws.js'
import type { ReplyDesk } from './reply-desk.js'
import type { Verdict } from './standing.js'

interface AuditParts {
  readonly db: Db
  readonly draws: Draws
  readonly desk: ReplyDesk
  /** How long an audit may take. */
  readonly mostMs: number
}

/** A request that has its answer, and what was drawn for it. */
export interface AuditedRequest {
  readonly id: string
  readonly team: TeamId
  readonly pool: string
  readonly method: TrialMethodSpec
  readonly tokensPerCall: number
  /** The seed that it was asked with, and that of its reply 0. */
  readonly seed: number
  readonly base: number
  readonly digest: string
  readonly verdict: Verdict
  /** Replies planned so far: the rest of the budget is drawn now. */
  readonly planned: number
  readonly replies: Map<number, LandedReply>
}

type Audit = KeptFigures['audit']

/** Audits of a gateway at once; of more the rest is abandoned, so that answers come first. */
const MOST_AT_ONCE = 32

/**
 * Draws the rest of the budget of requests that have their answer, and compares: the early answer with the majority of the
 * whole budget. An audit waits for nothing: it is abandoned as soon as the team's limits do not allow all its draws.
 */
export class Audits {
  readonly #over = new AbortController()
  readonly #running = new Set<Promise<Audit>>()

  constructor(private readonly parts: AuditParts) {}

  /** Audits a request; null if the same request with the same seed was audited before, as its replies are copies. */
  audit(request: AuditedRequest): Promise<Audit> {
    if (this.#over.signal.aborted || this.#running.size >= MOST_AT_ONCE) return Promise.resolve('abandoned')
    const audit = this.#audit(request)
      .catch((): Audit => 'abandoned')
      .finally(() => this.#running.delete(audit))
    this.#running.add(audit)
    return audit
  }

  /** Abandons every audit, and those that would begin. */
  async close(): Promise<void> {
    this.#over.abort()
    await Promise.all(this.#running)
    await nextTurn()
  }

  async #audit(request: AuditedRequest): Promise<Audit> {
    const { team, seed, digest, method, planned, replies } = request
    if (await isAudited(this.parts.db, team, { seed, digest })) return null
    const given = new AbortController()
    const whole = this.#wholeBudget(request, AbortSignal.any([this.#over.signal, given.signal]))
    const indices = Array.from({ length: method.budget - planned }, (_, at) => planned + at)
    const isPlanned = indices.length === 0 || (await this.#plan(request, indices).catch(() => false))
    if (!isPlanned) given.abort()
    if (!(await whole)) return 'abandoned'
    const votes = Array.from(replies.values())
      .toSorted((one, other) => one.index - other.index)
      .map(({ drawn, outcome }) => voteOf({ ...drawn, outcome }))
    const majority = decide({ method: 'sc', budget: method.budget }, votes)
    if (majority.state === 'open') return 'abandoned'
    return majority.answer === request.verdict.answer ? 'same' : 'differs'
  }

  async #plan({ id, team, pool, base, tokensPerCall }: AuditedRequest, indices: readonly number[]): Promise<boolean> {
    const draws = indices.map((index) => ({ index, seed: base + index }))
    const wanted = { requestId: id, draws, opens: null, tokensPerCall }
    const { queued } = await this.parts.draws.plan({ team, pool, isAudit: true }, wanted)
    return queued.length === draws.length
  }

  /** Waits for every reply of the budget. Returns whether all came, each one that counts. */
  #wholeBudget({ id, method, replies }: AuditedRequest, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => done(false), this.parts.mostMs)
      const abandon = () => done(false)
      const done = (isWhole: boolean) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abandon)
        resolve(isWhole)
      }
      const look = () => {
        if (signal.aborted || [...replies.values()].some(({ outcome }) => !isCharged(outcome))) done(false)
        else if (replies.size === method.budget) done(true)
      }
      signal.addEventListener('abort', abandon)
      this.parts.desk.open(id, {
        landed: (reply) => {
          replies.set(reply.index, reply)
          look()
        },
        ended: abandon,
      })
      look()
    })
  }
}
