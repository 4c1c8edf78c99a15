import type { BenchmarkView, Sampling } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

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
