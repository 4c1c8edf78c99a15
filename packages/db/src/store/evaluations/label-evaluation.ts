import type { EvaluationLabels, LabelsInUse } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** Writes tags and a note on a team's evaluation; what is not given stays. Returns whether the team has it. */
export async function labelEvaluation(
  db: Db,
  team: TeamId,
  { id, tags, note }: EvaluationLabels & { readonly id: string },
): Promise<boolean> {
  const rows = await query(
    db,
    `UPDATE evaluation SET tags = coalesce($3::text[], tags), note = coalesce($4, note), version = version + 1
     WHERE team_id = $1 AND id = $2 RETURNING 1`,
    [team, id, tags ?? null, note ?? null],
  )
  return rows.length > 0
}

/** Evaluations looked at, the newest, and names told of each kind: to choose from, not to count. */
const [LOOKED_AT, MOST] = [2000, 200]

/** Lists who submitted a team's newest evaluations and which tags they have. */
export async function readLabelsInUse(db: Db, team: TeamId): Promise<LabelsInUse> {
  const rows = await query<{ kind: 'owner' | 'tag'; name: string }>(
    db,
    `WITH newest AS (SELECT owner, tags FROM evaluation WHERE team_id = $1 ORDER BY id DESC LIMIT ${LOOKED_AT}),
          found AS (SELECT 'owner' AS kind, owner AS name FROM newest WHERE owner IS NOT NULL
                    UNION SELECT 'tag', unnest(tags) FROM newest)
     SELECT kind, name FROM (SELECT *, row_number() OVER (PARTITION BY kind ORDER BY name) AS n FROM found) f
     WHERE n <= ${MOST} ORDER BY name`,
    [team],
  )
  const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ name }) => name)
  return { owners: of('owner'), tags: of('tag') }
}
