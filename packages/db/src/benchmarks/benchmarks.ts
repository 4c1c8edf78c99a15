import { GRADING_VERSION } from '@cges-fleet/answers'
import type { BenchmarkView, Sampling } from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import { newId, type TeamId } from '../ids.js'
import {
  type BenchmarkSource,
  newUpload,
  type StagedQuestions,
  stageQuestions,
  takeStorage,
  unstageQuestions,
} from './uploads.js'

export interface StoredBenchmark {
  readonly id: string
  readonly sampling: Partial<Sampling>
  readonly view: BenchmarkView
}

interface BenchmarkRow extends Omit<BenchmarkView, 'createdAt'> {
  readonly id: string
  readonly createdAt: Date
  readonly sampling: Partial<Sampling>
}

/** Finds a team's benchmark by name: the newest revision unless one is given. */
export async function findBenchmark(
  db: Db,
  team: TeamId,
  named: { name: string; revision?: string },
): Promise<StoredBenchmark | null> {
  const rows = await query<BenchmarkRow>(
    db,
    `${SELECT} WHERE team_id = $1 AND name = $2 AND ($3::text IS NULL OR revision = $3)
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [team, named.name, named.revision ?? null],
  )
  return rows[0] === undefined ? null : stored(rows[0])
}

/** Lists a team's benchmarks, the newest revision of each, by name. */
export async function listBenchmarks(db: Db, team: TeamId): Promise<BenchmarkView[]> {
  const rows = await query<BenchmarkRow>(
    db,
    `SELECT DISTINCT ON (name) * FROM (${SELECT} WHERE team_id = $1) b ORDER BY name, "createdAt" DESC, id DESC`,
    [team],
  )
  return rows.map((row) => stored(row).view)
}

function stored({ id, sampling, ...view }: BenchmarkRow): StoredBenchmark {
  return { id, sampling, view: { ...view, createdAt: view.createdAt.toISOString() } }
}

const SELECT = `
SELECT id, name, title, origin, revision, answer_kind AS "answerKind", questions, sampling, created_at AS "createdAt"
FROM benchmark`

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

/** The parts a benchmark's prompts are built from. */
export interface PromptParts {
  readonly name: string
  readonly template: string
  readonly questions: readonly { readonly question: string; readonly choices?: readonly string[] | undefined }[]
}

interface Row {
  readonly template: string
  readonly question: string
  readonly choices: readonly string[] | null
}

/** Yields a team's imported benchmarks one by one, the newest revision of each, without their reference answers. */
export async function* importedQuestions(db: Database, team: TeamId): AsyncGenerator<PromptParts> {
  for (const { name, origin } of await listBenchmarks(db, team)) {
    const found = origin === 'imported' ? await findBenchmark(db, team, { name }) : null
    if (found === null) continue
    const rows = await query<Row>(
      db,
      `SELECT b.template, q.question, q.choices FROM question q JOIN benchmark b ON b.id = q.benchmark_id
       WHERE q.team_id = $1 AND q.benchmark_id = $2 ORDER BY q.position`,
      [team, found.id],
    )
    const questions = rows.map(({ question, choices }) => ({ question, choices: choices ?? undefined }))
    yield { name, template: rows[0]?.template ?? '{question}', questions }
  }
}
