import { MOST_HAND_BACKS } from '@cges-fleet/core'
import type { CallRow, Drawn, EvaluationRow, Guard, LedgerRow, SampleRow, TrialRow } from './model-tables.js'

const CHARGED: ReadonlySet<string> = new Set(['invalid_request', 'infra_error'])

/** A sample that could not be drawn is not charged. */
export function isCharged({ outcome }: Pick<Drawn, 'outcome'>): boolean {
  return !CHARGED.has(outcome)
}

export type Ended = 'now' | 'before' | 'late'

export interface Attempt {
  readonly callId: string
  readonly fence: number
}

export interface Claimed extends Attempt {
  readonly evaluationId: string
  readonly seed: number
  readonly unclearFaults: number
}

export interface CallEnd {
  readonly state: 'settled' | 'failed' | 'handed_back' | 'abandoned'
  readonly again: boolean
  readonly unclear?: boolean
  readonly backOffMs?: number
}

export interface Claiming {
  readonly claim: string
  readonly worker: string
  readonly leaseMs: number
  readonly maxDeliveries: number
  /** What the clock of the process that claims shows; the database has its own. */
  readonly processNow: number
}

/**
 * The tables and functions that workers and the sweep act on, in memory: each method is one statement or function of the
 * database, and takes effect whole. `model-agrees.test.ts` holds it against the real SQL.
 */
export class ModelDatabase {
  /** The database's clock. */
  now = 0
  /** The virtual time of the pool's fair queue. */
  virtualTag = 0
  readonly evaluations = new Map<string, EvaluationRow>()
  readonly trials = new Map<string, TrialRow>()
  readonly calls = new Map<string, CallRow>()
  readonly ledger: LedgerRow[] = []
  readonly #ledgerOf = new Map<string, LedgerRow>()
  readonly #live = new Map<string, Set<CallRow>>()
  readonly #landed = new Map<string, Set<SampleRow & { trial: TrialRow }>>()
  readonly #trialsOf = new Map<string, TrialRow[]>()

  constructor(private readonly without: ReadonlySet<Guard> = new Set()) {}

  lacks(guard: Guard): boolean {
    return this.without.has(guard)
  }

  evaluation(id: string): EvaluationRow {
    const row = this.evaluations.get(id)
    if (row === undefined) throw new Error(`no evaluation ${id}`)
    return row
  }

  trialsOf(id: string): readonly TrialRow[] {
    return this.#trialsOf.get(id) ?? []
  }

  liveOf(id: string): ReadonlySet<CallRow> {
    return this.#live.get(id) ?? new Set()
  }

  landedOf(id: string): ReadonlySet<SampleRow & { trial: TrialRow }> {
    return this.#landed.get(id) ?? new Set()
  }

  insertEvaluation(row: EvaluationRow): void {
    this.evaluations.set(row.id, row)
    this.#live.set(row.id, new Set())
    this.#landed.set(row.id, new Set())
    this.#trialsOf.set(row.id, [])
  }

  insertTrial(trial: TrialRow): void {
    this.trials.set(trial.id, trial)
    this.#trialsOf.get(trial.evaluation.id)?.push(trial)
  }

  /** What `planSamples` writes of a call: its own row, or that of the draw that was abandoned. Returns that row. */
  planCall(call: CallRow): CallRow {
    const { trial, index, tag } = call
    const before = trial.calls.find((other) => other.index === index)
    if (before !== undefined && (before.state !== 'ended' || trial.samples.has(index))) {
      throw new Violation(`sample ${index} of ${trial.id} is planned twice`)
    }
    if (before !== undefined) {
      this.returnCall(before)
      before.tag = tag
      return before
    }
    trial.calls.push(call)
    this.calls.set(call.id, call)
    this.#live.get(trial.evaluation.id)?.add(call)
    return call
  }

  /** What `dropDraws` does to a call that was claimed. */
  abandon(call: CallRow): void {
    if (call.state === 'leased') this.#write(call, call.fence, 'abandoned')
    call.state = 'ended'
    this.#live.get(call.trial.evaluation.id)?.delete(call)
  }

  deleteCall(call: CallRow): void {
    call.trial.calls.splice(call.trial.calls.indexOf(call), 1)
    this.calls.delete(call.id)
    this.#live.get(call.trial.evaluation.id)?.delete(call)
  }

  /** `claim_calls` of one call. */
  claim(callId: string, { claim, worker, leaseMs, maxDeliveries, processNow }: Claiming): Claimed | null {
    const call = this.calls.get(callId)
    if (call === undefined) return null
    const { evaluation } = call.trial
    const isFree =
      call.state === 'pending' ||
      (call.state === 'leased' && this.lacks('a leased call is not claimed')) ||
      (call.state === 'ended' && this.lacks('an ended call is not claimed'))
    const mayRun =
      evaluation.status === 'running' || this.lacks('calls of an evaluation that does not run are not claimed')
    if (isFree && call.deliveries < maxDeliveries && mayRun && this.#pay(call)) {
      call.state = 'leased'
      call.fence += 1
      call.deliveries += 1
      call.worker = worker
      call.claim = claim
      call.claimedAt = this.now
      const from = this.lacks('leases are by the clock of the database') ? processNow : this.now
      call.leaseUntil = from + leaseMs
      this.#live.get(evaluation.id)?.add(call)
    } else if (call.claim !== claim || call.state !== 'leased') return null
    const { fence, seed, unclearFaults } = call
    return { callId, fence, seed, unclearFaults, evaluationId: evaluation.id }
  }

  #pay(call: CallRow): boolean {
    const { evaluation } = call.trial
    if (call.fence === 0) return true
    const upTo = evaluation.redelivered + 1
    const isPaid = evaluation.redeliveries === null || upTo <= evaluation.redeliveries
    if (!isPaid && !this.lacks('a call is claimed again only as often as is paid for')) return false
    evaluation.redelivered = upTo
    return true
  }

  /** `end_calls` of one attempt. */
  end({ callId, fence }: Attempt, end: CallEnd): Ended {
    const call = this.calls.get(callId)
    const guard: Guard = end.again
      ? 'a lease is checked by its fence when a call is handed back or redrawn'
      : 'a lease is checked by its fence when a sample lands'
    const holds = call?.state === 'leased' && (call.fence === fence || this.lacks(guard))
    if (!holds) return this.#endLate({ callId, fence }, end)
    this.#write(call, fence, end.state)
    call.state = end.again ? 'pending' : 'ended'
    call.queuedAt = null
    const isUncounted = end.state === 'handed_back' || end.state === 'abandoned'
    if (isUncounted && call.fence - call.deliveries < MOST_HAND_BACKS) call.deliveries -= 1
    if (end.unclear === true) call.unclearFaults += 1
    call.queueAt = this.now + (end.backOffMs ?? 0)
    if (!end.again) this.#live.get(call.trial.evaluation.id)?.delete(call)
    return 'now'
  }

  #endLate({ callId, fence }: Attempt, { state }: CallEnd): Ended {
    const entry = this.#ledgerOf.get(`${callId}/${fence}`)
    if (entry?.state === 'lost') entry.state = 'discarded'
    return entry?.state === state ? 'before' : 'late'
  }

  #write(call: CallRow, fence: number, state: LedgerRow['state']): void {
    const key = `${call.id}/${fence}`
    if (this.#ledgerOf.has(key)) throw new Violation(`attempt ${key} ends twice`)
    const startedAt = this.lacks('an attempt is dated by its claim') ? this.now : call.claimedAt
    const entry = { callId: call.id, fence, state, startedAt }
    if (startedAt !== call.claimedAt) throw new Violation(`attempt ${key} is not dated by its claim`)
    this.ledger.push(entry)
    this.#ledgerOf.set(key, entry)
  }

  ledgerOf({ callId, fence }: Attempt): LedgerRow | undefined {
    return this.#ledgerOf.get(`${callId}/${fence}`)
  }

  /** `land_samples` of one sample. Returns whether it is its attempt's. */
  land(attempt: Attempt, drawn: Drawn): boolean {
    const again = this.lacks('an ended sample is not drawn again') && !isCharged(drawn)
    const ended = this.end(attempt, { state: isCharged(drawn) ? 'settled' : 'failed', again })
    const call = this.calls.get(attempt.callId)
    if (ended === 'now' && call !== undefined && !again) this.#insertSample(call, drawn)
    return ended !== 'late'
  }

  #insertSample(call: CallRow, { outcome, answerKey, signals }: Drawn): void {
    const { trial, index, fence } = call
    if (trial.samples.has(index)) throw new Violation(`sample ${index} of ${trial.id} lands twice`)
    const row = { index, outcome, answerKey, signals, fence, trial, state: 'landed' as const }
    trial.samples.set(index, row)
    this.#landed.get(trial.evaluation.id)?.add(row)
  }

  /** Returns a call whose sample is no sample any more to pending, as `returnRetried` does. */
  returnCall(call: CallRow): void {
    Object.assign(call, { state: 'pending', deliveries: 0, queuedAt: null, queueAt: this.now + 1000 })
    this.#live.get(call.trial.evaluation.id)?.add(call)
  }

  markRead(sample: SampleRow & { trial: TrialRow }): void {
    sample.state = 'read'
    this.#landed.get(sample.trial.evaluation.id)?.delete(sample)
  }

  /** `give_up_call`. */
  giveUp(callId: string, maxDeliveries: number): string | null {
    const call = this.calls.get(callId)
    const isDue = call?.state === 'pending' && call.deliveries >= maxDeliveries
    if (!isDue || call.trial.evaluation.status !== 'running') return null
    call.state = 'ended'
    this.#live.get(call.trial.evaluation.id)?.delete(call)
    this.#insertSample(call, { outcome: 'infra_error', answerKey: null, signals: null })
    return call.trial.evaluation.id
  }

  /** `renew_calls`. Whether each attempt still holds its call. */
  renew(held: readonly Attempt[], leaseMs: number): boolean[] {
    return held.map(({ callId, fence }) => {
      const call = this.calls.get(callId)
      if (call?.state !== 'leased' || call.fence !== fence) return false
      call.leaseUntil = this.now + leaseMs
      return true
    })
  }

  /** `returnExpiredLeases`. */
  returnExpired(): number {
    if (this.lacks('the sweep returns expired leases')) return 0
    const expired = [...this.#live.values()].flatMap((calls) =>
      [...calls].filter(({ state, leaseUntil }) => state === 'leased' && leaseUntil < this.now),
    )
    for (const call of expired) {
      if (!this.lacks('lost attempts are written down')) this.#write(call, call.fence, 'lost')
      call.state = 'pending'
      call.queuedAt = null
      call.queueAt = this.now
    }
    return expired.length
  }

  /** `selectDueCalls`: what should be in the queue. */
  due(after: string | null, limit: number): CallRow[] {
    const running = [...this.evaluations.values()].filter(({ status }) => status === 'running')
    return running
      .flatMap(({ id }) => [...this.liveOf(id)])
      .filter((call) => call.id > (after ?? '') && this.#isDue(call))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .slice(0, limit)
  }

  #isDue({ state, queueAt, queuedAt }: CallRow): boolean {
    return state === 'pending' && queueAt <= this.now && (queuedAt === null || queuedAt <= this.now - 1000)
  }

  /** `takeLostCalls`: marks what is queued again, as a repair of its own. */
  takeLost(lost: readonly Attempt[]): { readonly call: CallRow; readonly repairBefore: number | null }[] {
    return lost.flatMap(({ callId, fence }) => {
      const call = this.calls.get(callId)
      if (call?.fence !== fence || !this.#isDue(call) || call.trial.evaluation.status !== 'running') return []
      const repairBefore = call.queuedAt
      call.queuedAt = this.now
      return [{ call, repairBefore }]
    })
  }

  /** `evaluationsNeedingRound`. */
  needingRound(): string[] {
    return [...this.evaluations.values()]
      .filter((evaluation) => {
        const { id, status, redelivered, redeliveries, roundRetryAt } = evaluation
        if (roundRetryAt !== null && roundRetryAt > this.now) return false
        if (this.landedOf(id).size > 0 && (status !== 'stuck' || !this.lacks('the sweep tries what is stuck again')))
          return true
        if (status === 'stuck') return !this.lacks('the sweep tries what is stuck again')
        if (status !== 'running') return false
        return this.liveOf(id).size === 0 || (redeliveries !== null && redelivered + 1 > redeliveries)
      })
      .map(({ id }) => id)
  }
}

/** A promise of the protocol that a run broke. */
export class Violation extends Error {}
