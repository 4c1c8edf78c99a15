import type { TeamId } from '../../team.js'
import { findBenchmark, listBenchmarks } from './find-benchmark.js'
import { type Database, query } from '../query.js'

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
