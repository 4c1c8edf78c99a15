import { type Db, query } from '../query.js'
import type { OpenTrial } from './select-open-trials.js'
import { TRIALS_WANTED } from './trials-wanted.js'

export interface AheadWanted {
  readonly evaluationId: string
  /** Not these, which the round has already. */
  readonly trialIds: readonly string[]
  /** How many at most. */
  readonly most: number
}

/**
 * Selects open trials whose next sample is being drawn, for asking ahead of need: those with the fewest samples in
 * flight first, and of those the ones that have read most.
 */
export async function selectTrialsAhead(tx: Db, wanted: AheadWanted): Promise<OpenTrial[]> {
  const rows = await query<Omit<OpenTrial, 'seedBase'> & { seedBase: string }>(tx, AHEAD, [
    wanted.evaluationId,
    wanted.trialIds,
    wanted.most,
  ])
  return rows.map((row) => ({ ...row, seedBase: Number(row.seedBase) }))
}

const AHEAD = `
WITH wanted AS (
  SELECT id FROM trial
  WHERE evaluation_id = $1 AND state = 'open' AND asked > read AND NOT parked AND NOT retrying AND id <> ALL ($2::uuid[])
  ORDER BY asked - read, read DESC, ordinal LIMIT $3
)
${TRIALS_WANTED}`

/**
 * Selects the samples of an evaluation's first trials, for learning what its questions are like. Which trials these are
 * does not depend on any answer, so that easy ones are not preferred.
 */
export async function selectFirstTrials(tx: Db, evaluationId: string, most: number): Promise<OpenTrial['samples'][]> {
  const rows = await query<Pick<OpenTrial, 'samples'>>(tx, FIRST, [evaluationId, most])
  return rows.map(({ samples }) => samples)
}

const FIRST = `
WITH wanted AS (
  SELECT id FROM trial WHERE evaluation_id = $1 AND ordinal < $2 AND read > 0
)
SELECT a.samples FROM (${TRIALS_WANTED}) a`
