import type { MethodSpec } from '@cges-fleet/methods'
import { type Attempt, isCharged, type ModelDatabase } from './model-database.js'
import { type SampleRow, type Status, STUCK_AFTER, type TrialRow } from './model-tables.js'

/** `changeStatus`: moves an evaluation to a status from some others. Returns the resulting one. */
export function changeStatus(
  db: ModelDatabase,
  id: string,
  { from, to }: { readonly from: readonly Status[]; readonly to: Status },
): Status {
  const evaluation = db.evaluation(id)
  if (from.includes(evaluation.status)) evaluation.status = to
  return evaluation.status
}

/** Whether `retry` would find anything. */
export function mayRetry(db: ModelDatabase, id: string): boolean {
  return db.trialsOf(id).some((trial) => trial.state === 'blocked' && firstFailure(trial)?.outcome === 'infra_error')
}

/** `extendEvaluation` by methods: every trial is decided again. */
export function extend(db: ModelDatabase, id: string, methods: readonly MethodSpec[]): void {
  const evaluation = db.evaluation(id)
  evaluation.methods = [...evaluation.methods, ...methods]
  evaluation.reopenedUpTo = 0
  evaluation.status = 'running'
  evaluation.digest = null
}

/** `dropDraws` of closed trials. */
export function dropDraws(db: ModelDatabase, trials: readonly TrialRow[]): void {
  for (const trial of trials) {
    const needed = Math.max(-1, ...trial.samples.keys())
    for (const call of trial.calls.filter(({ state, index }) => state !== 'ended' && index > needed)) {
      if (call.fence === 0) db.deleteCall(call)
      else db.abandon(call)
      trial.requested -= 1
    }
  }
}

/** `needed_calls`. Whether each attempt's draw may still be of use, as far as its own fence says. */
export function needed(db: ModelDatabase, held: readonly Attempt[]): boolean[] {
  return held.map(({ callId, fence }) => {
    const call = db.calls.get(callId)
    if (call?.fence !== fence) return true
    return call.state !== 'ended' && ['running', 'paused', 'stuck'].includes(call.trial.evaluation.status)
  })
}

/** `retryEvaluation`. Returns how many trials it unblocks. */
export function retry(db: ModelDatabase, id: string): number {
  const evaluation = db.evaluation(id)
  if (evaluation.status === 'cancelled') return 0
  const blocked = db.trialsOf(id).filter(({ state }) => state === 'blocked')
  const marked = blocked.filter((trial) => firstFailure(trial)?.outcome === 'infra_error')
  if (marked.length === 0) return 0
  for (const trial of marked) trial.retrying = true
  for (const trial of blocked) {
    trial.state = 'open'
    trial.parked = false
  }
  evaluation.trialsBlocked -= blocked.length
  if (evaluation.status === 'done') evaluation.status = 'running'
  evaluation.digest = null
  return marked.length
}

function firstFailure(trial: TrialRow): SampleRow | undefined {
  return [...trial.samples.values()]
    .filter((sample) => sample.state === 'read' && !isCharged(sample))
    .toSorted((one, other) => one.index - other.index)[0]
}

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 600_000

/** `noteRoundFailure`. */
export function noteFailure(db: ModelDatabase, id: string): void {
  const evaluation = db.evaluation(id)
  evaluation.roundRetryAt = db.now + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** evaluation.roundFailures)
  evaluation.roundFailures += 1
  const mayStick = ['running', 'stuck'].includes(evaluation.status) || db.lacks('only what runs becomes stuck')
  if (db.lacks('rounds that fail in a row make an evaluation stuck')) return
  if (mayStick && evaluation.roundFailures >= STUCK_AFTER) evaluation.status = 'stuck'
}

/** `forgetRoundFailures`. */
export function forgetFailures(db: ModelDatabase, id: string): void {
  const evaluation = db.evaluation(id)
  if (evaluation.roundFailures === 0 || db.lacks('a round that succeeds forgets those that failed')) return
  evaluation.roundFailures = 0
  evaluation.roundRetryAt = null
  if (evaluation.status === 'stuck') evaluation.status = 'running'
}
