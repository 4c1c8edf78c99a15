import { createHash } from 'node:crypto'
import type { RoundPlan } from '@cges-fleet/coordinator/plan'
import { isCharged, type ModelDatabase, Violation } from './model-database.js'
import { dropDraws, forgetFailures } from './model-lifecycle.js'
import type { Landed, OpenRound } from './model-round.js'
import type { CallRow, EvaluationRow, TrialRow } from './model-tables.js'

export interface RoundResult {
  /** The tags of the calls it planned. */
  readonly tags: readonly number[]
  readonly queued: readonly CallRow[]
  readonly more: boolean
}

/** Everything a round writes, at once. */
export function commitRound(
  db: ModelDatabase,
  open: OpenRound,
  planned: { readonly plan: RoundPlan; readonly tags: readonly number[] } | null,
  newCallId: () => string,
): RoundResult {
  const { evaluation, taken, more, trials, returned, redeliveriesUsedUp, cap } = open
  if (open.retriesLater) return { tags: [], queued: [], more: false }
  forgetFailures(db, evaluation.id)
  markRead(db, evaluation, taken)
  evaluation.calls += taken.length - returned.length
  if (planned === null) {
    if (taken.length > 0) finish(db, evaluation)
    return { tags: [], queued: [], more }
  }
  const { plan, tags } = planned
  for (const trial of trials) if (!db.trials.has(trial.id)) db.insertTrial(trial)
  evaluation.trialsPlanned = db.trialsOf(evaluation.id).length
  reopen(open)
  takeBack(db, evaluation, returned)
  writeDecisions(db, plan)
  if (evaluation.lookahead !== 'off') dropDraws(db, closedBy(db, plan))
  if (finish(db, evaluation)) return { tags: [], queued: [], more: false }
  const calls = plan.samples.slice(0, tags.length).map(({ trialId, index, seed }, at) => {
    const trial = trialOf(db, trialId)
    trial.requested += 1
    return db.planCall(newCall(newCallId(), { trial, index, seed, tag: tags[at] ?? 0 }, db.now))
  })
  const reason = plan.capped ? `cap ${cap}` : null
  const stopped = stop(db, evaluation, redeliveriesUsedUp, more ? null : reason)
  return {
    tags: calls.map(({ tag }) => tag),
    queued: [...returned.map(({ call }) => call), ...calls],
    more: !stopped && (more || (reason === null && plan.moreIdle)),
  }
}

function trialOf(db: ModelDatabase, id: string): TrialRow {
  const trial = db.trials.get(id)
  if (trial === undefined) throw new Error(`no trial ${id}`)
  return trial
}

function closedBy(db: ModelDatabase, { decisions }: RoundPlan): TrialRow[] {
  return decisions.filter(({ change }) => change.state === 'closed').map(({ change }) => trialOf(db, change.id))
}

function reopen({ evaluation, reopened, reopenedUpTo }: OpenRound): void {
  for (const trial of reopened) {
    if (trial.state === 'closed') evaluation.trialsClosed -= 1
    if (trial.state === 'blocked') evaluation.trialsBlocked -= 1
    trial.state = 'open'
    trial.parked = false
  }
  evaluation.reopenedUpTo = reopenedUpTo
}

function newCall(
  id: string,
  { trial, index, seed, tag }: Pick<CallRow, 'trial' | 'index' | 'seed' | 'tag'>,
  now: number,
): CallRow {
  const state = 'pending' as const
  const common = { fence: 0, deliveries: 0, unclearFaults: 0, claim: null, worker: null, claimedAt: 0, leaseUntil: 0 }
  return { id, trial, index, seed, tag, state, ...common, queueAt: now + 1000, queuedAt: null }
}

function takeBack(db: ModelDatabase, evaluation: EvaluationRow, returned: OpenRound['returned']): void {
  for (const { call, sample } of returned) {
    call.trial.samples.delete(sample.index)
    db.returnCall(call)
    call.trial.read -= 1
    evaluation.attempts -= call.fence
  }
  for (const trial of db.trialsOf(evaluation.id)) {
    if (!trial.retrying || returned.length === 0) continue
    trial.retrying = [...trial.samples.values()].some(
      ({ state, outcome }) => state === 'read' && outcome === 'infra_error',
    )
  }
}

function markRead(db: ModelDatabase, evaluation: EvaluationRow, taken: readonly Landed[]): void {
  for (const sample of taken) {
    if (sample.state === 'read') throw new Violation(`sample ${sample.index} of ${sample.trial.id} is read twice`)
    db.markRead(sample)
    sample.trial.read += 1
    if (isCharged(sample)) evaluation.samplesDrawn += 1
    evaluation.attempts += sample.trial.calls.find(({ index }) => index === sample.index)?.fence ?? 0
  }
  if (!db.lacks('samples are marked read one by one')) return
  for (const other of db.landedOf(evaluation.id)) db.markRead(other)
}

function writeDecisions(db: ModelDatabase, { decisions }: RoundPlan): void {
  for (const { change, verdicts } of decisions) {
    const trial = trialOf(db, change.id)
    const { evaluation } = trial
    if (change.state === 'closed' && trial.state !== 'closed') evaluation.trialsClosed += 1
    evaluation.trialsBlocked += Number(change.state === 'blocked') - Number(trial.state === 'blocked')
    Object.assign(trial, { state: change.state, parked: change.parked, readUpTo: change.readUpTo })
    for (const { methodKey, calls, answerKey, reason } of verdicts) {
      if (trial.verdicts.has(methodKey)) throw new Violation(`a second verdict of ${methodKey} on ${trial.id}`)
      trial.verdicts.set(methodKey, { calls, answerKey, reason })
    }
  }
}

/** `finishEvaluation`. */
function finish(db: ModelDatabase, evaluation: EvaluationRow): boolean {
  const { id, status, trialsPlanned, trialsTotal, trialsClosed, trialsBlocked } = evaluation
  const isComplete =
    status === 'running' &&
    trialsPlanned === trialsTotal &&
    evaluation.reopenedUpTo === null &&
    trialsClosed + trialsBlocked === trialsTotal &&
    [...db.liveOf(id)].every(({ trial }) => trial.state === 'closed') &&
    db.landedOf(id).size === 0
  if (!isComplete) return false
  evaluation.status = 'done'
  evaluation.digest = digestOf(db, id)
  return true
}

/** `stopAtCap`. */
function stop(
  db: ModelDatabase,
  evaluation: EvaluationRow,
  redeliveriesUsedUp: boolean,
  reason: string | null,
): boolean {
  const isStill = db.liveOf(evaluation.id).size === 0 && db.landedOf(evaluation.id).size === 0
  const stops = redeliveriesUsedUp || (reason !== null && isStill)
  if (!stops || evaluation.status !== 'running') return false
  evaluation.status = 'budget_stopped'
  return true
}

/** `verdictDigest`. */
export function digestOf(db: ModelDatabase, id: string): string {
  const lines = db
    .trialsOf(id)
    .flatMap(({ ordinal, verdicts }) =>
      [...verdicts].map(([key, { calls, answerKey, reason }]) =>
        JSON.stringify([ordinal, key, calls, answerKey, reason]),
      ),
    )
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}
