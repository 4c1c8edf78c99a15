import { COPIED_SHARE } from '@cges-fleet/statistics'
import { type Db, query } from '../query.js'

/** After this many trials with several texts, the first round is over. */
export const FIRST_ROUND = 32

/** What a round found in the samples it has just read, beside their answers. */
export interface CountedTexts {
  /** Trials with at least two texts, and those of them whose texts are all one. */
  readonly repeated: number
  readonly copied: number
  /** Nearly all of them are, and whether the samples are copies is still to be judged. */
  readonly isSuspicious: boolean
  /** Signals that these samples lack although a method needs them; empty if none do. */
  readonly lacks: readonly string[]
}

/** Counts the distinct texts of some trials, and the evaluation's with them; every sample read counts once. */
export async function countTexts(tx: Db, evaluationId: string, trialIds: readonly string[]): Promise<CountedTexts> {
  const [row] = await query<CountedTexts>(tx, COUNT, [evaluationId, trialIds])
  return row ?? { repeated: 0, copied: 0, isSuspicious: false, lacks: [] }
}

/** Rows are found by key, one by one, as where landed samples are taken. */
const COUNT = `
WITH now AS MATERIALIZED (
  SELECT w.id, t.texts AS texts_before, t.distinct_texts AS distinct_before, c.texts, c.distinct_texts, c.lacks
  FROM unnest($2::uuid[]) AS w(id)
  CROSS JOIN LATERAL (SELECT texts, distinct_texts FROM trial WHERE id = w.id OFFSET 0) t
  CROSS JOIN LATERAL (
    SELECT count(b.text_hash)::int AS texts, count(DISTINCT b.text_hash)::int AS distinct_texts,
           (array_agg(to_jsonb(s.lacks)) FILTER (WHERE s.lacks IS NOT NULL))[1] AS lacks
    FROM (SELECT index, lacks FROM sample WHERE trial_id = w.id AND state = 'read' OFFSET 0) s
    LEFT JOIN LATERAL (SELECT text_hash FROM sample_body WHERE trial_id = w.id AND index = s.index OFFSET 0) b ON true) c
), changed AS (
  UPDATE trial t SET texts = n.texts, distinct_texts = n.distinct_texts FROM now n
  WHERE t.id = n.id AND t.id = ANY ($2::uuid[])
), sums AS (
  SELECT coalesce(sum(texts - texts_before), 0)::int AS texts,
         coalesce(sum(distinct_texts - distinct_before), 0)::int AS distinct_texts,
         (count(*) FILTER (WHERE texts > 1) - count(*) FILTER (WHERE texts_before > 1))::int AS repeated,
         (count(*) FILTER (WHERE texts > 1 AND distinct_texts = 1)
          - count(*) FILTER (WHERE texts_before > 1 AND distinct_before = 1))::int AS copied
  FROM now
)
UPDATE evaluation e
SET texts = e.texts + s.texts, distinct_texts = e.distinct_texts + s.distinct_texts,
    trials_repeated = e.trials_repeated + s.repeated, trials_copied = e.trials_copied + s.copied,
    copies = CASE WHEN e.copies IS NULL AND e.trials_repeated + s.repeated >= ${FIRST_ROUND}
      AND e.trials_copied + s.copied < ${COPIED_SHARE} * (e.trials_repeated + s.repeated) THEN 'clear' ELSE e.copies END
FROM sums s WHERE e.id = $1
RETURNING e.trials_repeated AS repeated, e.trials_copied AS copied,
  e.copies IS NULL AND e.trials_repeated > 0 AND e.trials_copied >= ${COPIED_SHARE} * e.trials_repeated AS "isSuspicious",
  coalesce((SELECT jsonb_agg(DISTINCT l) FROM now n, jsonb_array_elements_text(n.lacks) l), '[]') AS lacks`
