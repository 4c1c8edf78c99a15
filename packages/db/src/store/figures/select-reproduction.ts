import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** The facts needed to reproduce an evaluation besides its submission. */
export interface Reproduction {
  /** Of the weights its pool serves; null if nobody has said. */
  readonly modelRevision: string | null
  /** The engines that served the model, from the first samples of its first twenty trials. */
  readonly engines: string[]
  /** SHA-256 of the prompt's template, in hexadecimal. */
  readonly promptHash: string
}

/** Reads what an evaluation's answers came from; the evaluation must be there. */
export async function selectReproduction(db: Db, team: TeamId, id: string): Promise<Reproduction> {
  const [row] = await query<Reproduction>(db, ORIGIN, [team, id])
  if (row === undefined) throw new Error(`evaluation ${id} is gone`)
  return row
}

const ORIGIN = `
SELECT p.model_revision AS "modelRevision", encode(sha256(convert_to(b.template, 'UTF8')), 'hex') AS "promptHash",
       coalesce((SELECT array_agg(DISTINCT s.engine) FROM trial t JOIN sample s ON s.trial_id = t.id AND s.index = 0
                 WHERE t.evaluation_id = e.id AND t.ordinal < 20 AND s.engine IS NOT NULL), '{}') AS engines
FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id JOIN pool p ON p.name = e.pool
WHERE e.team_id = $1 AND e.id = $2`
