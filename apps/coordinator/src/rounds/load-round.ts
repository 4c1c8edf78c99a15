import { isTrialMethod } from '@cges-fleet/methods'
import {
  createTrials,
  type EntityManager,
  type LockedEvaluation,
  NO_ROOM,
  type OpenTrial,
  type QueuedCall,
  readOpenTrials,
  readRoom,
  reopenTrials,
  returnRetried,
  type Room,
  type TakenSamples,
  type Used,
} from '@cges-fleet/db'
import { type DecidedSets, decideSets, NO_SETS } from './decide-sets.js'

/** What a round has taken in: samples that landed, and calls that ranked questions. */
export interface Taken {
  readonly landed: TakenSamples
  readonly spent: Used
}

/** All that a round decides and plans from. */
export interface RoundState {
  readonly evaluation: LockedEvaluation
  readonly taken: Taken
  readonly room: Room
  /** Samples of retried trials that are pending again: they have taken some of the room. */
  readonly returned: readonly QueuedCall[]
  /** The trials to decide, in the order they were planned. */
  readonly trials: readonly OpenTrial[]
  /** How many of them nothing has landed on: they are looked at because they have nothing in flight. */
  readonly idle: number
  readonly sets: DecidedSets
  /** More has landed, trials are still to be made or opened again, or a set's order has just been found. */
  readonly more: boolean
}

/** Reads what a round decides from, and makes the trials it is the first to need. */
export async function loadRound(tx: EntityManager, evaluation: LockedEvaluation, taken: Taken): Promise<RoundState> {
  const { landed, spent } = taken
  const planned = await createTrials(tx, evaluation)
  const reopened = await reopenTrials(tx, evaluation)
  const room = evaluation.imported ? NO_ROOM : await readRoom(tx, evaluation, spent)
  const returned = room.retrying ? await returnRetried(tx, evaluation.id, Math.min(room.free, room.retries)) : []
  const trialIds = [...landed.trialIds, ...reopened.trialIds]
  const idle = room.free - returned.length
  const touched = await readOpenTrials(tx, { evaluationId: evaluation.id, trialIds, idle })
  const sets = await setsOf(tx, evaluation, touched)
  return {
    evaluation,
    taken,
    room,
    returned,
    trials: await withDecided(tx, evaluation, { touched, sets }),
    idle: touched.length - trialIds.length,
    sets,
    more: landed.more || planned < evaluation.trialsTotal || reopened.more || sets.awake,
  }
}

async function setsOf(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  touched: readonly OpenTrial[],
): Promise<DecidedSets> {
  if (evaluation.methods.every(isTrialMethod)) return NO_SETS
  return decideSets(tx, evaluation, new Set(touched.map((trial) => trial.replicate)))
}

/** Adds the trials that a set's decision reached without anything of theirs having landed. */
async function withDecided(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  { touched, sets }: { readonly touched: readonly OpenTrial[]; readonly sets: DecidedSets },
): Promise<readonly OpenTrial[]> {
  const known = new Set(touched.map((trial) => trial.id))
  const trialIds = sets.decided.filter((id) => !known.has(id))
  if (trialIds.length === 0) return touched
  return [...touched, ...(await readOpenTrials(tx, { evaluationId: evaluation.id, trialIds, idle: 0 }))]
}
