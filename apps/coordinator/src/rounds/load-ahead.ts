import {
  type EntityManager,
  type LockedEvaluation,
  type OpenTrial,
  selectFirstTrials,
  selectIdleSlots,
  selectTrialsAhead,
} from '@cges-fleet/db'

/** The most trials a round looks ahead in beside those it decides. */
const FURTHER_TRIALS = 32
/** How many of an evaluation's trials tell what its questions are like. */
const LEARNED_FROM = 64

/** The trials and past runs that a round looks ahead with. */
export interface Ahead {
  /** Idle slots of the pool; 0 if they are not to be filled ahead of need. */
  readonly idleSlots: number
  /** Open trials beside those the round decides. */
  readonly further: readonly OpenTrial[]
  /** The samples of the evaluation's first trials; read with `lookahead: auto` alone. */
  readonly learned: readonly OpenTrial['samples'][]
}

export const NOTHING_AHEAD: Ahead = { idleSlots: 0, further: [], learned: [] }

/** Loads what a round needs to ask ahead of need; if no slot is idle, that is one statement. */
export async function loadAhead(
  tx: EntityManager,
  { id, pool, lookahead }: Pick<LockedEvaluation, 'id' | 'pool' | 'lookahead'>,
  decided: readonly Pick<OpenTrial, 'id'>[],
): Promise<Ahead> {
  const idleSlots = await selectIdleSlots(tx, pool)
  if (idleSlots === 0) return NOTHING_AHEAD
  const most = Math.min(idleSlots, FURTHER_TRIALS)
  const trialIds = decided.map((trial) => trial.id)
  return {
    idleSlots,
    further: await selectTrialsAhead(tx, { evaluationId: id, trialIds, most }),
    learned: lookahead === 'auto' ? await selectFirstTrials(tx, id, LEARNED_FROM) : [],
  }
}
