import type { EvaluationReason } from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import { writeStatus } from '../evaluations/status.js'
import type { TeamId } from '../ids.js'

/** How long a log's sender may be silent, in seconds, before its import counts as failed. */
export const SILENT_SECONDS = 600

/** Imports failed in one transaction. */
const MOST = 100

interface Broken {
  readonly id: string
  readonly teamId: string
  readonly samples: number
}

/**
 * Fails imports whose sender has been silent for `SILENT_SECONDS`, so that they are listed as what needs attention. A
 * batch that comes later takes one up again. Returns how many.
 */
export async function failSilentImports(db: Database): Promise<number> {
  return transaction(db, async (tx) => {
    const broken = await query<Broken>(tx, SILENT, [SILENT_SECONDS, MOST])
    for (const each of broken) {
      const { samples } = each
      await fail(tx, each, { kind: 'import_silent', counts: { samples, seconds: SILENT_SECONDS }, why: null })
    }
    return broken.length
  })
}

/** Fails a team's running import, for a reason that its sender was told too; one that is complete stays as it is. */
export async function failImport(db: Database, team: TeamId, id: string, why: string): Promise<void> {
  await transaction(db, async (tx) => {
    for (const each of await query<Broken>(tx, RUNNING, [team, id]))
      await fail(tx, each, { kind: 'import_failed', counts: {}, why })
  })
}

function fail(tx: Db, broken: Broken, reason: EvaluationReason): Promise<void> {
  return writeStatus(tx, broken, { to: 'failed', event: 'failed', reason })
}

const SILENT = `
SELECT id, team_id AS "teamId", samples_drawn AS samples FROM evaluation
WHERE status = 'running' AND source IS NOT NULL AND imported_at IS NULL
  AND coalesce(import_batch_at, created_at) < now() - make_interval(secs => $1::int)
ORDER BY id LIMIT $2::int FOR NO KEY UPDATE SKIP LOCKED`

const RUNNING = `
SELECT id, team_id AS "teamId", samples_drawn AS samples FROM evaluation
WHERE team_id = $1 AND id = $2 AND status = 'running' AND source IS NOT NULL AND imported_at IS NULL
FOR NO KEY UPDATE`
