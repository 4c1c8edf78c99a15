import { type Db, query } from '../connection/query.js'

interface QuestionSet {
  readonly benchmarkId: string
  readonly questions: number
}

/** The bytes of the longest prompt of a benchmark `b`, of its first `questions` questions, as SQL. */
function longestPrompt(questions: string): string {
  return `octet_length(b.template) + coalesce((
    SELECT max(octet_length(q.question) + coalesce(octet_length(q.choices::text), 0)) FROM question q
    WHERE q.benchmark_id = b.id AND q.position < ${questions}), 0)`
}

const LONGEST = `SELECT ${longestPrompt('$2::int')} AS bytes FROM benchmark b WHERE b.id = $1`

/** Selects how many bytes the longest prompt of an evaluation has, before it is drawn. */
export async function selectLongestPrompt(db: Db, { benchmarkId, questions }: QuestionSet): Promise<number> {
  const rows = await query<{ bytes: number }>(db, LONGEST, [benchmarkId, questions])
  return rows[0]?.bytes ?? 0
}

interface CallBounds {
  readonly questions: string
  readonly maxTokens: string
  readonly pool: string
}

/**
 * The most tokens one call can take: its budget, and a token for each byte of its prompt and what a chat template adds;
 * never more than the context of its pool. Of a benchmark `b`, its first `questions` questions, all SQL.
 */
export function tokensPerCall({ questions, maxTokens, pool }: CallBounds): string {
  return `least(1024 + ${maxTokens} + ${longestPrompt(questions)}, (SELECT max_model_len FROM pool WHERE name = ${pool}))`
}

const MOST = `
SELECT ${tokensPerCall({ questions: '$2::int', maxTokens: '$3::bigint', pool: '$4' })} AS most
FROM benchmark b WHERE b.id = $1`

/** Selects the most tokens one call of an evaluation could take, before there is one. */
export async function selectTokensPerCall(
  db: Db,
  evaluation: QuestionSet & { readonly pool: string; readonly sampling: { maxTokens: number } },
): Promise<number> {
  const rows = await query<{ most: string }>(db, MOST, [
    evaluation.benchmarkId,
    evaluation.questions,
    evaluation.sampling.maxTokens,
    evaluation.pool,
  ])
  return Number(rows[0]?.most ?? 0)
}
