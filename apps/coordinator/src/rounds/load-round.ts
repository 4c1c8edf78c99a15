import {
  createTrials,
  type EntityManager,
  type LockedEvaluation,
  lockTurns,
  NO_ROOM,
  type OpenTrial,
  type QueuedCall,
  reopenTrials,
  returnRetried,
  selectTeamRoom,
  type Room,
  selectFirstTrials,
  selectIdleSlots,
  selectOpenTrials,
  selectRoom,
  selectSecondsPerSample,
  selectTrialsAhead,
  type TakenSamples,
  type Used,
} from '@cges-fleet/db'
import { isSetMethod } from '@cges-fleet/methods'
import { type CertifiedMethods, certifiedMethods, certifyMethods } from './round-methods.js'
import { type Deadline, mayLookAhead } from './look-ahead.js'
import { type DecidedSets, decideSets, NO_SETS } from './ranked-sets.js'

/** The input a round has consumed: landed samples and finished ranking calls. */
export interface Taken {
  readonly landed: TakenSamples
  readonly spent: Used
}

/** Everything a round decides and plans from. */
export interface RoundState {
  readonly evaluation: LockedEvaluation
  readonly taken: Taken
  readonly room: Room
  /** Samples of retried trials returned to pending: they use up some of the room. */
  readonly returned: readonly QueuedCall[]
  /** The trials to decide, in the order they were planned. */
  readonly trials: readonly OpenTrial[]
  /** How many of them have no newly landed samples: they are considered because nothing of theirs is in flight. */
  readonly idle: number
  readonly sets: DecidedSets
  readonly certified: CertifiedMethods
  readonly ahead: Ahead
  /** More has landed, trials are still to be created or reopened, or a set's order or a threshold has just been found. */
  readonly more: boolean
}

/** Loads what a round decides from, and creates the trials it is the first to need. */
export async function loadRound(tx: EntityManager, evaluation: LockedEvaluation, taken: Taken): Promise<RoundState> {
  const { landed, spent } = taken
  const { trialsTotal } = evaluation
  const planned = await createTrials(tx, evaluation)
  const reopened = await reopenTrials(tx, evaluation)
  const room = evaluation.imported ? NO_ROOM : await selectRoom(tx, evaluation, spent)
  // What was read just now is not booked yet: limits could not be looked at.
  const mayReturn = room.retrying && landed.taken === 0
  const returned = mayReturn ? await returnWithin(tx, evaluation, room) : []
  const trialIds = [...landed.trialIds, ...reopened.trialIds]
  const idle = room.free - returned.length
  const touched = await selectOpenTrials(tx, { evaluationId: evaluation.id, trialIds, idle })
  const sets = await setsOf(tx, evaluation, touched)
  const { fixed, fresh } = await certifyMethods(tx, evaluation)
  const trials = await withDecided(tx, evaluation, touched, sets)
  const more =
    landed.more || (room.retrying && landed.taken > 0) || planned < trialsTotal || reopened.more || sets.awake || fresh
  return {
    evaluation,
    taken,
    room,
    returned,
    trials,
    idle: touched.length - trialIds.length,
    sets,
    certified: certifiedMethods(evaluation, fixed),
    ahead: more || !looksAhead(evaluation, room) ? NOTHING_AHEAD : await loadAhead(tx, evaluation, trials),
    more,
  }
}

/** Returns samples of retried trials to pending, as many as the caps and the team's limits allow. */
async function returnWithin(tx: EntityManager, evaluation: LockedEvaluation, room: Room): Promise<QueuedCall[]> {
  await lockTurns(tx, evaluation.teamId)
  const allowed = await selectTeamRoom(tx, evaluation)
  return returnRetried(tx, evaluation.id, Math.min(room.free, room.retries, allowed))
}

/** The remainder of a cap is kept for samples that are certainly needed. */
function looksAhead(evaluation: LockedEvaluation, { cap }: Room): boolean {
  return mayLookAhead(evaluation) && !evaluation.imported && cap === null
}

async function setsOf(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  touched: readonly OpenTrial[],
): Promise<DecidedSets> {
  if (!evaluation.methods.some(isSetMethod)) return NO_SETS
  return decideSets(tx, evaluation, new Set(touched.map((trial) => trial.replicate)))
}

/** Adds the trials that a set's decision reached although nothing of theirs had landed. */
async function withDecided(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  touched: readonly OpenTrial[],
  sets: DecidedSets,
): Promise<readonly OpenTrial[]> {
  const known = new Set(touched.map((trial) => trial.id))
  const trialIds = sets.decided.filter((id) => !known.has(id))
  if (trialIds.length === 0) return touched
  return [...touched, ...(await selectOpenTrials(tx, { evaluationId: evaluation.id, trialIds, idle: 0 }))]
}

/** The most trials a round looks ahead in beside those it decides. */
const FURTHER_TRIALS = 32
/** How many of an evaluation's trials tell what its questions are like. */
const LEARNED_FROM = 64

/** The trials and past runs that a round looks ahead with. */
interface Ahead {
  /** Idle slots of the pool; 0 if they are not to be filled ahead of need. */
  readonly idleSlots: number
  /** Open trials beside those the round decides. */
  readonly further: readonly OpenTrial[]
  /** The samples of the evaluation's first trials; read with `lookahead: auto` alone. */
  readonly learned: readonly OpenTrial['samples'][]
  /** When it is wanted; null if nobody said, or as long as no sample tells how long one takes. */
  readonly deadline: Deadline | null
}

export const NOTHING_AHEAD: Ahead = { idleSlots: 0, further: [], learned: [], deadline: null }

/** Loads what a round needs to ask ahead of need; if no slot is idle, that is one statement. */
async function loadAhead(
  tx: EntityManager,
  { id, pool, lookahead, secondsLeft }: Pick<LockedEvaluation, 'id' | 'pool' | 'lookahead' | 'secondsLeft'>,
  decided: readonly Pick<OpenTrial, 'id'>[],
): Promise<Ahead> {
  const idleSlots = await selectIdleSlots(tx, pool)
  if (idleSlots === 0) return NOTHING_AHEAD
  const most = Math.min(idleSlots, FURTHER_TRIALS)
  const trialIds = decided.map((trial) => trial.id)
  return {
    idleSlots,
    further: await selectTrialsAhead(tx, { evaluationId: id, trialIds, most }),
    learned: lookahead === 'auto' || secondsLeft !== null ? await selectFirstTrials(tx, id, LEARNED_FROM) : [],
    deadline: secondsLeft === null ? null : await deadlineOf(tx, id, secondsLeft),
  }
}

async function deadlineOf(tx: EntityManager, id: string, secondsLeft: number): Promise<Deadline | null> {
  const secondsPerSample = await selectSecondsPerSample(tx, id, LEARNED_FROM)
  return secondsPerSample === null ? null : { secondsLeft, secondsPerSample }
}
