import { answerKey, type Benchmark, type BenchmarkView, GRADING_VERSION } from '@cges-fleet/core'
import { newId } from '../new-id.js'
import { sha256 } from '../sha256.js'
import type { TeamId } from '../team.js'
import { findBenchmark } from './find-benchmark.js'
import { type Database, query } from './query.js'
import { transaction } from './transaction.js'

/**
 * Stores a benchmark under its name. The same content again changes nothing; other content under the same name is a
 * new revision, and evaluations keep the one they were made with.
 */
export async function saveBenchmark(db: Database, team: TeamId, benchmark: Benchmark): Promise<BenchmarkView> {
  const revision = benchmarkRevision(benchmark)
  await transaction(db, async (tx) => {
    const id = newId()
    const inserted = await query(tx, INSERT_BENCHMARK, [
      id,
      team,
      benchmark.name,
      revision,
      benchmark.title,
      benchmark.origin,
      benchmark.answerKind,
      benchmark.template,
      JSON.stringify(benchmark.sampling),
      benchmark.questions.length,
      benchmark.dataset === undefined ? null : JSON.stringify(benchmark.dataset),
    ])
    if (inserted.length === 0) return
    const rows = benchmark.questions.map((question, position) => ({
      position,
      questionId: question.id,
      question: question.question,
      choices: question.choices ?? null,
      rowHash: question.rowHash ?? null,
      answer: question.answer,
      answerKey: answerKey(benchmark.answerKind, question.answer),
    }))
    await query(tx, INSERT_QUESTIONS, [team, id, JSON.stringify(rows), GRADING_VERSION])
  })
  const stored = await findBenchmark(db, team, { name: benchmark.name, revision })
  if (stored === null) throw new Error(`benchmark ${benchmark.name} was not stored`)
  return stored.view
}

/** Two benchmarks with one revision ask the same questions in the same words and are graded alike. */
function benchmarkRevision(benchmark: Benchmark): string {
  const content = [
    benchmark.template,
    benchmark.answerKind,
    benchmark.questions.map(({ id, question, answer, choices }) => [id, question, answer, choices ?? null]),
  ]
  return Buffer.from(sha256(JSON.stringify(content))).toString('hex')
}

const INSERT_BENCHMARK = `
INSERT INTO benchmark (id, team_id, name, revision, title, origin, answer_kind, template, sampling, questions,
                       dataset)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (team_id, name, revision) DO NOTHING
RETURNING id`

const INSERT_QUESTIONS = `
WITH q AS (
  SELECT * FROM jsonb_to_recordset($3::jsonb) AS q(
    position int, "questionId" text, question text, choices jsonb, answer text, "answerKey" text, "rowHash" text)
), asked AS (
  INSERT INTO question (team_id, benchmark_id, position, question_id, question, choices, row_hash)
  SELECT $1, $2, position, "questionId", question, nullif(choices, 'null'::jsonb), "rowHash" FROM q
)
INSERT INTO gold (team_id, benchmark_id, position, answer, answer_key, grading_version)
SELECT $1, $2, position, answer, "answerKey", $4 FROM q`
