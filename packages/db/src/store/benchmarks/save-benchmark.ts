import { GRADING_VERSION } from '@cges-fleet/answers'
import { type BenchmarkView } from '@cges-fleet/core'
import { newId } from '../../new-id.js'
import type { TeamId } from '../../team.js'
import { findBenchmark } from './find-benchmark.js'
import { type Database, type Db, query } from '../query.js'
import {
  type BenchmarkSource,
  newUpload,
  type StagedQuestions,
  stageQuestions,
  unstageQuestions,
} from './stage-questions.js'
import { takeStorage } from './take-storage.js'
import { transaction } from '../transaction.js'

/** Two questions of a benchmark share an id. */
export class QuestionTwice extends Error {
  constructor(readonly questionId: string) {
    super(`two questions have the id ${JSON.stringify(questionId)}`)
  }
}

/**
 * Stores a benchmark under its name, atomically, in constant memory. The same content again changes nothing; other
 * content under the same name is a new revision, and evaluations keep the one they were created with. Throws
 * `QuestionTwice`, `StorageFull`, and whatever its question stream throws.
 */
export async function saveBenchmark(db: Database, team: TeamId, benchmark: BenchmarkSource): Promise<BenchmarkView> {
  const upload = newUpload()
  const staged = await stageQuestions(db, team, upload, benchmark)
    .then(async (staged) => {
      await transaction(db, (tx) => publish(tx, { team, upload, benchmark, staged })).catch((error: unknown) =>
        whyNot(db, upload, error),
      )
      return staged
    })
    .finally(() => unstageQuestions(db, upload))
  const stored = await findBenchmark(db, team, { name: benchmark.name, revision: staged.revision })
  if (stored === null) throw new Error(`benchmark ${benchmark.name} was not stored`)
  return stored.view
}

interface Publication {
  readonly team: TeamId
  readonly upload: string
  readonly benchmark: BenchmarkSource
  readonly staged: StagedQuestions
}

async function publish(tx: Db, { team, upload, benchmark, staged }: Publication): Promise<void> {
  const id = newId()
  const inserted = await query(tx, INSERT_BENCHMARK, [
    id,
    team,
    benchmark.name,
    staged.revision,
    benchmark.title,
    benchmark.origin,
    benchmark.answerKind,
    benchmark.template,
    JSON.stringify(benchmark.sampling),
    staged.count,
    benchmark.dataset === undefined ? null : JSON.stringify(benchmark.dataset),
  ])
  if (inserted.length === 0) return
  const [kept] = await query<{ count: number }>(tx, INSERT_QUESTIONS, [team, id, upload, GRADING_VERSION])
  if (kept?.count !== staged.count) throw new Error(`the database has lost parts of benchmark ${benchmark.name}`)
  await takeStorage(tx, team, staged.bytes)
}

const UNIQUE_VIOLATION = '23505'

/** Finds out why an upload failed: the database only reports that two ids are equal, so this asks which. */
async function whyNot(db: Db, upload: string, error: unknown): Promise<never> {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (code !== UNIQUE_VIOLATION || constraint !== 'question_benchmark_id_question_id_key') throw error
  const [twice] = await query<{ questionId: string }>(db, TWICE, [upload])
  throw twice === undefined ? error : new QuestionTwice(twice.questionId)
}

const TWICE = `
SELECT q."questionId" FROM upload_part p CROSS JOIN LATERAL json_to_recordset(p.questions) AS q("questionId" text)
WHERE p.upload_id = $1 GROUP BY 1 HAVING count(*) > 1 LIMIT 1`

const INSERT_BENCHMARK = `
INSERT INTO benchmark (id, team_id, name, revision, title, origin, answer_kind, template, sampling, questions,
                       dataset)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (team_id, name, revision) DO NOTHING
RETURNING id`

const INSERT_QUESTIONS = `
WITH q AS (
  SELECT q.* FROM upload_part p CROSS JOIN LATERAL json_to_recordset(p.questions) AS q(
    position int, "questionId" text, question text, choices jsonb, answer text, "answerKey" text, "rowHash" text)
  WHERE p.upload_id = $3
), asked AS (
  INSERT INTO question (team_id, benchmark_id, position, question_id, question, choices, row_hash)
  SELECT $1, $2, position, "questionId", question, choices, "rowHash" FROM q
), kept AS (
  INSERT INTO gold (team_id, benchmark_id, position, answer, answer_key, grading_version)
  SELECT $1, $2, position, answer, "answerKey", $4 FROM q
  RETURNING 1
)
SELECT count(*)::int FROM kept`
