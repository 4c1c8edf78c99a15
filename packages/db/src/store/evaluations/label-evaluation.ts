import type { EvaluationLabels, LabelsInUse } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { EvaluationEntity } from '../../entities/evaluation.js'
import { type Db, query } from '../query.js'

/** Sets tags and note of a team's evaluation; what is left out stays. Returns whether the team has it. */
export async function labelEvaluation(
  db: Db,
  team: TeamId,
  { id, tags, note }: EvaluationLabels & { readonly id: string },
): Promise<boolean> {
  const change = { tags, note, version: () => 'version + 1' }
  const { affected } = await db.getRepository(EvaluationEntity).update({ teamId: team, id }, change)
  return affected === 1
}

/** Evaluations looked at, the newest, and names returned of each kind: suggestions, not counts. */
const LOOKED_AT = 2000
const MOST = 200

/** Lists who submitted a team's newest evaluations and which tags they have. */
export async function selectLabelsInUse(db: Db, team: TeamId): Promise<LabelsInUse> {
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
