import { countedOf, inNumber, poolAbilities } from '@cges-fleet/core'
import {
  type CountedTexts,
  type EntityManager,
  FIRST_ROUND,
  judgeSamples,
  type LockedEvaluation,
  pauseForCopies,
  selectAblePool,
  storeCopies,
} from '@cges-fleet/db'

/** Questions with several texts before anything is judged, unless the evaluation has fewer. */
const LEAST = 4

/**
 * Looks whether the first samples are copies of each other although their seeds differ, and pauses the evaluation if
 * they are: its votes and its saved calls would mean nothing. Judged once; somebody who resumes it has decided. Samples
 * of an import are judged, and nothing is paused. Returns whether it was paused.
 */
export async function lookForCopies(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  { repeated, copied, isSuspicious }: CountedTexts,
): Promise<boolean> {
  const { id, temperature, imported, trialsTotal } = evaluation
  if (!isSuspicious || temperature === 0 || repeated < Math.min(LEAST, trialsTotal)) return false
  const isFound = await found(tx, evaluation)
  if (isFound || repeated >= FIRST_ROUND) await storeCopies(tx, id, isFound ? 'found' : 'clear')
  if (!isFound || imported) return false
  await pauseForCopies(tx, evaluation, whyPaused(copied, repeated))
  return true
}

async function found(tx: EntityManager, { id, temperature, pool, imported }: LockedEvaluation): Promise<boolean> {
  const judged = await judgeSamples(tx, id, { temperature })
  if (judged !== 'suspected' || imported) return judged === 'found'
  return poolAbilities(await selectAblePool(tx, pool)).ignoresSeed
}

function whyPaused(copied: number, repeated: number): string {
  return (
    `${countedOf(copied, repeated, 'question')} ${inNumber(copied, 'has one text in all its', 'have one text in all their')} samples, although the seeds differ: ` +
    'the model server ignores the seed, or answers from a cache. Votes and saved calls would mean nothing. ' +
    'Start the server so that it honours seeds, and submit the evaluation again; or resume it as it is.'
  )
}
