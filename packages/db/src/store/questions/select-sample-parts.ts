import { TrialEntity } from '../../entities/trial.js'
import { type Db, query } from '../query.js'

/** Which sample of which trial. */
export interface SampleAt {
  readonly trialId: string
  readonly index: number
}

/** Characters selected of a text at once: 64 kB at most. */
const CHARACTERS = 16_000

export interface TextPart {
  readonly text: string | null
  readonly characters: number
}

/** Selects a part of what the model wrote, or thought, from a character on; null if there is no such sample. */
export async function selectTextPart(
  db: Db,
  { trialId, index }: SampleAt,
  part: 'text' | 'reasoning',
  from: number,
): Promise<(TextPart & { readonly next: number | null }) | null> {
  const [row] = await query<TextPart>(
    db,
    `SELECT substr(w.whole, $3::int + 1, ${CHARACTERS}) AS text, coalesce(length(w.whole), 0) AS characters
     FROM sample s LEFT JOIN sample_body y ON y.trial_id = s.trial_id AND y.index = s.index
     CROSS JOIN LATERAL (SELECT CASE $4::text WHEN 'text' THEN y.text ELSE y.reasoning END AS whole) w
     WHERE s.trial_id = $1 AND s.index = $2`,
    [trialId, index, from, part],
  )
  if (row === undefined) return null
  return { ...row, next: from + CHARACTERS < row.characters ? from + CHARACTERS : null }
}

/** A sample's tokens as they are stored: compressed, four bytes each. */
export interface StoredTokens {
  readonly ids: Buffer | null
  readonly logprobs: Buffer | null
}

/** Selects a sample's tokens; null if there is no such sample. */
export async function selectStoredTokens(db: Db, { trialId, index }: SampleAt): Promise<StoredTokens | null> {
  const [row] = await query<StoredTokens>(
    db,
    `SELECT y.token_ids AS ids, y.logprobs FROM sample s
     LEFT JOIN sample_body y ON y.trial_id = s.trial_id AND y.index = s.index
     WHERE s.trial_id = $1 AND s.index = $2`,
    [trialId, index],
  )
  return row ?? null
}

/** Finds a trial's id by its position in an evaluation. */
export async function findTrialId(
  db: Db,
  evaluationId: string,
  replicate: number,
  position: number,
): Promise<string | null> {
  const trial = await db.getRepository(TrialEntity).findOne({ where: { evaluationId, replicate, position } })
  return trial?.id ?? null
}
