import type { Outcome } from '@cges-fleet/core'
import type { Confidences, MethodSpec } from '@cges-fleet/methods'

export type Status = 'running' | 'paused' | 'stuck' | 'done' | 'cancelled' | 'budget_stopped'

/** One evaluation as its row holds it. Times are in milliseconds of the simulation. */
export interface EvaluationRow {
  readonly id: string
  methods: readonly MethodSpec[]
  readonly seed: number
  readonly trialsTotal: number
  status: Status
  trialsPlanned: number
  trialsClosed: number
  trialsBlocked: number
  /** Samples that rounds have read and counted. */
  samplesDrawn: number
  attempts: number
  digest: string | null
  calls: number
  callCap: number | null
  redelivered: number
  redeliveries: number | null
  /** Draws are asked for so far ahead of need, in idle slots. */
  readonly lookahead: 'off' | number
  /** Trials before this one are decided again, since methods were added; null if none need be. */
  reopenedUpTo: number | null
  readonly team: TeamRow
  /** Rounds that have failed in a row, and when the next may be tried; null if the last did not fail. */
  roundFailures: number
  roundRetryAt: number | null
}

/** A team in the one pool there is. */
export interface TeamRow {
  readonly name: string
  readonly weight: number
  /** The most samples it may have waiting or in flight; Infinity if it has no limit. */
  readonly maxInFlight: number
  /** The tag of its last turn. */
  lastTag: number
}

export interface TrialRow {
  readonly id: string
  readonly evaluation: EvaluationRow
  readonly ordinal: number
  readonly seedBase: number
  state: 'open' | 'closed' | 'blocked'
  parked: boolean
  retrying: boolean
  requested: number
  read: number
  readUpTo: number
  readonly calls: CallRow[]
  readonly samples: Map<number, SampleRow>
  readonly verdicts: Map<string, VerdictRow>
}

export interface CallRow {
  readonly id: string
  readonly trial: TrialRow
  readonly index: number
  readonly seed: number
  /** Its place in the pool's fair queue. */
  tag: number
  state: 'pending' | 'leased' | 'ended'
  fence: number
  deliveries: number
  unclearFaults: number
  claim: string | null
  worker: string | null
  claimedAt: number
  leaseUntil: number
  queueAt: number
  queuedAt: number | null
}

export interface Drawn {
  readonly outcome: Outcome
  readonly answerKey: string | null
  readonly signals: Confidences | null
}

export interface SampleRow extends Drawn {
  readonly index: number
  readonly fence: number
  state: 'landed' | 'read'
}

export interface VerdictRow {
  readonly calls: number
  readonly answerKey: string | null
  readonly reason: string
}

export interface LedgerRow {
  readonly callId: string
  readonly fence: number
  state: 'settled' | 'failed' | 'handed_back' | 'lost' | 'discarded' | 'abandoned'
  readonly startedAt: number
}

/** How many rounds must fail in a row until an evaluation is stuck. */
export const STUCK_AFTER = 3

/** Protections of the protocol that a run can go without, to see that the judge misses each of them. */
export const GUARDS = [
  'a lease is checked by its fence when a sample lands',
  'a lease is checked by its fence when a call is handed back or redrawn',
  'a leased call is not claimed',
  'an ended call is not claimed',
  'calls of an evaluation that does not run are not claimed',
  'a call is claimed again only as often as is paid for',
  'lost attempts are written down',
  'an attempt is dated by its claim',
  'an ended sample is not drawn again',
  'leases are by the clock of the database',
  'samples are marked read in the transaction that decides',
  'samples are marked read one by one',
  'totals are counted in the transaction that reads',
  'rounds see samples up to the first gap alone',
  'rounds of one evaluation exclude each other',
  'a round of an evaluation that does not run plans nothing',
  'the sweep asks for missing rounds',
  'the sweep queues what the queue lacks',
  'the sweep returns expired leases',
  'what is left of a lost job is removed',
  'what is left of a lost round is removed',
  'rounds that fail in a row make an evaluation stuck',
  'a round that failed waits before it is tried again',
  'the sweep tries what is stuck again',
  'a round that succeeds forgets those that failed',
  'only what runs becomes stuck',
  'a team takes its turns one round at a time',
  'a team that was idle starts at the virtual time',
] as const

/** Protections that nothing misses: the sweep heals what they prevent. */
const HEALED_GUARDS = ['finished jobs are removed'] as const

export type Guard = (typeof GUARDS)[number] | (typeof HEALED_GUARDS)[number]
