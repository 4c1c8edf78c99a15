import { type DataSource, databaseTime, transaction } from '@cges-fleet/db'
import { gradeUnkeyed, UnkeyedAnswers } from '../grading/grade-trials.js'
import { type RoundResult, runRound } from './run-round.js'

export { type RoundResult, runRound }

/**
 * Runs one round in a transaction of its own. If keys are missing it is rolled back, they are computed, and it is
 * retried on what had landed by then: later arrivals are left to the next round, or a round might never have all the
 * keys it needs.
 */
export async function decideRound(
  db: DataSource,
  evaluationId: string,
  written: () => void = () => undefined,
): Promise<RoundResult> {
  for (let landedBy: Date | null = null; ;) {
    try {
      return await transaction(db, async (tx) => {
        const result = await runRound(tx, evaluationId, landedBy)
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
