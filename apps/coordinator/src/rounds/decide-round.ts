import { type DataSource, databaseTime, transaction } from '@cges-fleet/db'
import { gradeUnkeyed, UnkeyedAnswers } from '../grading/grade-trials.js'
import { type RoundResult, runRound } from './run-round.js'

/** A round's progress, for those who watch it. */
export interface RoundWatch {
  /** Its evaluation is locked, and is of this pool. */
  readonly isOf: (pool: string) => void
  readonly written: () => void
}

const UNWATCHED: RoundWatch = { isOf: () => undefined, written: () => undefined }

export { type RoundResult, runRound }

/**
 * Runs one round in a transaction of its own. If keys are missing it is rolled back, they are computed, and it is
 * retried on what had landed by then: later arrivals are left to the next round, or a round might never have all the
 * keys it needs.
 */
export async function decideRound(
  db: DataSource,
  evaluationId: string,
  { isOf, written }: RoundWatch = UNWATCHED,
): Promise<RoundResult> {
  for (let landedBy: Date | null = null; ;) {
    try {
      return await transaction(db, async (tx) => {
        const result = await runRound(tx, evaluationId, { landedBy, isOf })
        written()
        return result
      })
    } catch (error) {
      if (!(error instanceof UnkeyedAnswers)) throw error
      landedBy ??= await databaseTime(db)
      await gradeUnkeyed(db, evaluationId, error.answers)
    }
  }
}
