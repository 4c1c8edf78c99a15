import type { Outcome } from '@cges-fleet/core'
import type { Confidences, MinimaByWindow } from '@cges-fleet/methods'
import { type Db, query } from '../query.js'
import { TRIALS_WANTED } from './trials-wanted.js'

export interface ReadSample {
  readonly index: number
  readonly outcome: Outcome
  readonly answerKey: string | null
  readonly signals: Confidences | null
  readonly completionTokens?: number | null
  /** How its confidence fell from token to token, if a method reads that. */
  readonly minima?: MinimaByWindow | null
}

export interface OpenTrial {
  readonly id: string
  readonly position: number
  readonly replicate: number
  readonly seedBase: number
  readonly asked: number
  readonly blocked: boolean
  /** Samples that a round has read, by index, gaps and all. */
  readonly samples: readonly ReadSample[]
  /** Keys of the methods that have their verdict. */
  readonly decided: readonly string[]
}

export interface TrialsWanted {
  readonly evaluationId: string
  /** These, whatever their state, and … */
  readonly trialIds: readonly string[]
  /** … this many more with nothing in flight, first planned first. */
  readonly idle: number
}

/** Selects the trials a round must decide again, in the order they were planned; answers in their latest grading. */
export async function selectOpenTrials(tx: Db, wanted: TrialsWanted): Promise<OpenTrial[]> {
  const rows = await query<Omit<OpenTrial, 'seedBase'> & { seedBase: string }>(tx, READ, [
    wanted.evaluationId,
    wanted.trialIds,
    wanted.idle,
  ])
  return rows.map((row) => ({ ...row, seedBase: Number(row.seedBase) }))
}

const READ = `
WITH wanted AS (
  SELECT id FROM trial WHERE id = ANY ($2::uuid[]) AND state <> 'closed'
  UNION
  (SELECT id FROM trial WHERE evaluation_id = $1 AND state = 'open' AND asked = read AND NOT parked AND NOT retrying
     AND id <> ALL ($2::uuid[])
   ORDER BY ordinal LIMIT $3)
)
${TRIALS_WANTED}`
