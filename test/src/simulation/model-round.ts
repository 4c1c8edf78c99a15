import { planRound, type Planned, type RoundPlan } from '@cges-fleet/coordinator/plan'
import { contiguousTrials } from './without-gaps.js'
import type { CallRow, EvaluationRow, SampleRow, TrialRow } from './model-tables.js'
import type { ModelDatabase } from './model-database.js'

const WINDOW = 32
const TRIALS_PER_ROUND = 1000
const SAMPLES_PER_ROUND = 2000
const REOPENED_PER_ROUND = 500

export type Landed = SampleRow & { trial: TrialRow }

/** What a round has loaded, and holds until it commits. */
export interface OpenRound {
  readonly evaluation: EvaluationRow
  readonly taken: readonly Landed[]
  readonly more: boolean
  readonly trials: readonly TrialRow[]
  readonly returned: readonly { readonly call: CallRow; readonly sample: SampleRow }[]
  readonly state: Planned | null
  readonly redeliveriesUsedUp: boolean
  readonly cap: number | null
  readonly reopened: readonly TrialRow[]
  /** Where the next round goes on reopening; null if this one reopens the last. */
  readonly reopenedUpTo: number | null
  /** Its last round failed, and the next is not to be tried yet: it does nothing. */
  readonly retriesLater: boolean
  /** Whether it is before its time, whatever it does about it. */
  readonly isEarly: boolean
}

/** What a round of the coordinator does, with its real plan. Nothing is changed before `commitRound`. */
export function loadRound(
  db: ModelDatabase,
  id: string,
  { newTrial, idleSlots }: { readonly newTrial: (ordinal: number) => TrialRow; readonly idleSlots: number },
): OpenRound {
  const evaluation = db.evaluation(id)
  const { roundRetryAt } = evaluation
  const isEarly = roundRetryAt !== null && roundRetryAt > db.now
  const retriesLater = isEarly && !db.lacks('a round that failed waits before it is tried again')
  const taken = retriesLater ? [] : [...db.landedOf(id)].slice(0, SAMPLES_PER_ROUND)
  const moreLanded = taken.length === SAMPLES_PER_ROUND
  const mayDecide =
    runsOnceItSucceeds(db, evaluation) || db.lacks('a round of an evaluation that does not run plans nothing')
  if (!mayDecide || retriesLater) {
    const nothing = { trials: [], returned: [], reopened: [], state: null, redeliveriesUsedUp: false, cap: null }
    return {
      ...nothing,
      evaluation,
      taken,
      more: moreLanded,
      reopenedUpTo: evaluation.reopenedUpTo,
      retriesLater,
      isEarly,
    }
  }
  const { trialsPlanned, trialsTotal } = evaluation
  const upTo = Math.min(trialsTotal, trialsPlanned + TRIALS_PER_ROUND)
  const created = Array.from({ length: upTo - trialsPlanned }, (_, at) => newTrial(trialsPlanned + at))
  const { reopened, reopenedUpTo } = reopenedOf(db, evaluation, upTo)
  const room = roomOf(db, evaluation, taken)
  const returned = room.retrying ? returnedOf(db, evaluation, Math.min(room.free, room.retries)) : []
  const touched = new Set([...taken.map(({ trial }) => trial).filter(({ state }) => state !== 'closed'), ...reopened])
  const idle = [...db.trialsOf(id), ...created]
    .filter((trial) => isIdle(trial) && !touched.has(trial))
    .slice(0, Math.max(0, room.free - returned.length))
  const trials = [...touched, ...idle].toSorted((one, other) => one.ordinal - other.ordinal)
  const nowRead = new Set<SampleRow>(taken)
  const seen = trials.map((trial) => openTrialOf(trial, nowRead))
  const more = moreLanded || upTo < trialsTotal || reopenedUpTo !== null
  const isAhead = evaluation.lookahead !== 'off' && room.cap === null && !more
  const { methods, lookahead, seed, callCap } = evaluation
  return {
    evaluation,
    taken,
    more,
    trials: [...created, ...trials.filter((trial) => !created.includes(trial))],
    returned,
    reopened,
    reopenedUpTo,
    retriesLater,
    isEarly,
    redeliveriesUsedUp: room.redeliveriesUsedUp,
    cap: callCap,
    state: {
      evaluation: { methods, lookahead, audit: 0, questions: trialsTotal, seed },
      trials: db.lacks('rounds see samples up to the first gap alone') ? contiguousTrials(seen) : seen,
      sets: { of: () => [], decided: [], awake: false },
      certified: () => [],
      room,
      returned,
      idle: idle.length,
      ahead: { idleSlots: isAhead ? idleSlots : 0, further: [], learned: [], deadline: null },
    },
  }
}

/** A round begins by forgetting the failures before it, and what was stuck runs again. */
function runsOnceItSucceeds(db: ModelDatabase, { status }: EvaluationRow): boolean {
  return status === 'running' || (status === 'stuck' && !db.lacks('a round that succeeds forgets those that failed'))
}

/** `reopenTrials`, before it is written. */
function reopenedOf(db: ModelDatabase, { id, reopenedUpTo: from }: EvaluationRow, planned: number) {
  if (from === null) return { reopened: [], reopenedUpTo: null }
  const to = from + REOPENED_PER_ROUND
  const reopened = db
    .trialsOf(id)
    .filter(({ ordinal, state, parked }) => ordinal >= from && ordinal < to && (state !== 'open' || parked))
  return { reopened, reopenedUpTo: to < planned ? to : null }
}

export function plan(open: OpenRound): Promise<RoundPlan | Error> {
  if (open.state === null) throw new Error('nothing to plan')
  return planRound(open.state)
}

function isIdle({ state, requested, read, parked, retrying }: TrialRow): boolean {
  return state === 'open' && requested === read && !parked && !retrying
}

function openTrialOf(trial: TrialRow, nowRead: ReadonlySet<SampleRow>) {
  const { id, ordinal, seedBase, requested, state, verdicts, retrying } = trial
  const samples = [...trial.samples.values()]
    .filter((sample) => sample.state === 'read' || nowRead.has(sample))
    .filter(({ outcome }) => !(retrying && outcome === 'infra_error'))
    .toSorted((one, other) => one.index - other.index)
  const decided = [...verdicts.keys()]
  return { id, position: ordinal, replicate: 0, seedBase, requested, blocked: state === 'blocked', samples, decided }
}

/** `selectRoom`, of one team that no worker's slots are counted for. */
function roomOf(db: ModelDatabase, evaluation: EvaluationRow, taken: readonly Landed[]) {
  const { id, calls, callCap, redelivered, redeliveries } = evaluation
  const live = db.liveOf(id)
  const landed = db.landedOf(id).size - taken.length
  const left = callCap === null ? Infinity : callCap - calls - taken.length - live.size - landed
  const isUsedUp = redeliveries !== null && redelivered + 1 > redeliveries
  return {
    inFlight: WINDOW,
    free: Math.max(0, WINDOW - live.size - landed),
    samples: Math.max(0, left),
    retries: Infinity,
    callsPerSample: 1,
    calls: Math.max(0, left),
    cap: callCap === null ? null : { amount: callCap, of: 'calls' as const },
    redeliveriesUsedUp: isUsedUp && [...live].some(({ state, fence }) => state === 'pending' && fence > 0),
    retrying: db.trialsOf(id).some(({ retrying }) => retrying),
  }
}

/** `returnRetried`, before it is written. */
function returnedOf(db: ModelDatabase, { id }: EvaluationRow, room: number) {
  const due = db.trialsOf(id).flatMap((trial) =>
    trial.retrying
      ? [...trial.samples.values()]
          .filter(({ state, outcome }) => state === 'read' && outcome === 'infra_error')
          .toSorted((one, other) => one.index - other.index)
          .map((sample) => ({ sample, call: trial.calls.find(({ index }) => index === sample.index) }))
      : [],
  )
  return due.slice(0, room).flatMap(({ sample, call }) => (call === undefined ? [] : [{ sample, call }]))
}
