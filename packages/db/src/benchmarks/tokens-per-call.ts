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

/**
 * The most tokens one call can take: its budget, and a token for each byte of its prompt and what a chat template adds.
 * Of a benchmark `b`, its first `questions` questions and a budget `max_tokens`, all SQL.
 */
export function tokensPerCall(questions: string, maxTokens: string): string {
  return `1024 + ${maxTokens} + ${longestPrompt(questions)}`
}

/** Selects the most tokens one call of an evaluation could take, before there is one. */
export async function selectTokensPerCall(
  db: Db,
  evaluation: QuestionSet & { readonly sampling: { maxTokens: number } },
): Promise<number> {
  const rows = await query<{ most: string }>(
    db,
    `SELECT ${tokensPerCall('$2::int', '$3::bigint')} AS most FROM benchmark b WHERE b.id = $1`,
    [evaluation.benchmarkId, evaluation.questions, evaluation.sampling.maxTokens],
  )
  return Number(rows[0]?.most ?? 0)
}
