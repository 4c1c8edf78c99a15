import { type Db, query } from '../query.js'

/** Which sample of which trial. */
export interface SampleAt {
  readonly trialId: string
  readonly index: number
}

/** Characters read of a text at once: 64 kB at most. */
const CHARACTERS = 16_000

export interface TextPart {
  readonly text: string | null
  readonly characters: number
}

/** Reads a part of what the model wrote, or thought, from a character on; null where there is no such sample. */
export async function readTextPart(
  db: Db,
  { trialId, index }: SampleAt,
  { part, from }: { readonly part: 'text' | 'reasoning'; readonly from: number },
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

/** Reads a sample's tokens; null where there is no such sample. */
export async function readStoredTokens(db: Db, { trialId, index }: SampleAt): Promise<StoredTokens | null> {
  const [row] = await query<StoredTokens>(
    db,
    `SELECT y.token_ids AS ids, y.logprobs FROM sample s
     LEFT JOIN sample_body y ON y.trial_id = s.trial_id AND y.index = s.index
     WHERE s.trial_id = $1 AND s.index = $2`,
    [trialId, index],
  )
  return row ?? null
}

/** Finds a trial's id by its place in an evaluation. */
export async function findTrialId(
  db: Db,
  evaluationId: string,
  { replicate, position }: { readonly replicate: number; readonly position: number },
): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    db,
    `SELECT id FROM trial WHERE evaluation_id = $1 AND replicate = $2 AND position = $3`,
    [evaluationId, replicate, position],
  )
  return row?.id ?? null
}
