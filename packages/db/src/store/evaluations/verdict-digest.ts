import { createHash } from 'node:crypto'
import { DECIDED_HERE } from '../external/decided-here.js'
import { type Db, query } from '../query.js'

const LINES_PER_PAGE = 10_000

/**
 * The fingerprint of an evaluation's verdicts: SHA-256 over JSON lines `[questionId, replicate, methodKey, calls,
 * answerKey, reason]`, sorted bytewise. Two runs of one evaluation with the same seed and a deterministic model have
 * the same digest, however many workers there were and whatever crashed meanwhile. For each verdict the newest grading
 * counts; external rules are left out. The lines are core’s `digestLine`, built and sorted by the database so that
 * memory stays bounded.
 */
export async function verdictDigest(tx: Db, evaluationId: string): Promise<string> {
  const hash = createHash('sha256')
  await query(tx, `DECLARE verdict_lines NO SCROLL CURSOR FOR ${LINES}`, [evaluationId])
  for (;;) {
    const page = await query<{ line: string }>(tx, `FETCH ${LINES_PER_PAGE} FROM verdict_lines`)
    for (const { line } of page) hash.update(`${line}\n`)
    if (page.length < LINES_PER_PAGE) break
  }
  await query(tx, 'CLOSE verdict_lines')
  return hash.digest('hex')
}

const LINES = `
SELECT line FROM (
  SELECT '[' || to_json(t.question_id) || ',' || t.replicate || ',' || to_json(v.method_key) || ',' || v.calls || ','
         || coalesce(to_json(v.answer_key)::text, 'null') || ',' || to_json(v.reason) || ']' AS line
  FROM (
    SELECT DISTINCT ON (trial_id, method_key) * FROM verdict
    WHERE evaluation_id = $1 AND ${DECIDED_HERE} ORDER BY trial_id, method_key, grading_version DESC
  ) v
  JOIN trial t ON t.id = v.trial_id
) lines
ORDER BY line COLLATE "C"`
