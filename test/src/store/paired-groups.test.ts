import {
  type Database,
  type DataSource,
  type Db,
  LOCAL_TEAM,
  openDatabase,
  selectPairedGroups,
  teamDatabase,
} from '@cges-fleet/db'
import { pairedCounts } from '@cges-fleet/statistics'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { questions, submit } from '../support/evaluation-rows.js'
import { type FreshDatabase, freshDatabase } from '../support/databases.js'

/** Questions of each of twelve evaluations; `COMPARED=8000` for figures worth printing. */
const QUESTIONS = Number(process.env['COMPARED'] ?? 300)
const EVALUATIONS = 12

let fresh: FreshDatabase
let api: DataSource
let database: Database
const ids: string[] = []

beforeAll(async () => {
  fresh = await freshDatabase()
  const owner = await openDatabase({ url: fresh.url, application: 'test', connections: 2 })
  try {
    for (let number = 0; number < EVALUATIONS; number += 1) {
      ids.push(await submit(owner, { methods: ['sc@2'], benchmark: { name: 'many', questions: questions(QUESTIONS) } }))
    }
    for (const statement of FILL) await owner.query(statement)
    await owner.query('VACUUM ANALYZE')
  } finally {
    await owner.destroy()
  }
  api = await openDatabase({ url: fresh.url, application: 'test', connections: 2, role: 'api' })
  database = teamDatabase(api, LOCAL_TEAM)
})

afterAll(async () => {
  await api?.destroy()
  await fresh?.drop()
})

/** Every question answered in every evaluation, right in about four of five, each with its grade. */
const FILL = [
  `INSERT INTO trial (id, team_id, evaluation_id, ordinal, replicate, position, question_id, seed_base, state)
   SELECT gen_random_uuid(), e.team_id, e.id, q.position, 0, q.position, q.question_id, 1, 'closed'
   FROM evaluation e JOIN question q ON q.benchmark_id = e.benchmark_id`,
  `INSERT INTO verdict (trial_id, method_key, grading_version, team_id, evaluation_id, calls, answer_key, score, reason)
   SELECT t.id, 'sc@2', 4, t.team_id, t.evaluation_id, 1 + abs(hashtext(t.id::text)) % 2,
          CASE abs(hashtext(t.id::text || 'a')) % 5 WHEN 0 THEN 'wrong' ELSE t.position::text END, 1, 'budget' FROM trial t`,
  `INSERT INTO answer_grade (team_id, benchmark_id, position, answer_key, grading_version, correct)
   SELECT q.team_id, q.benchmark_id, q.position, a.key, 4, a.key <> 'wrong'
   FROM question q CROSS JOIN LATERAL (VALUES (q.position::text), ('wrong')) AS a(key) ON CONFLICT DO NOTHING`,
  `UPDATE evaluation SET grading_version = 4`,
]

interface Node {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Node[]
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

const pairs = () =>
  ids
    .slice(1)
    .map((id) => ({ this: { evaluation: id, method: 'sc@2' }, base: { evaluation: ids[0] ?? '', method: 'sc@2' } }))

it('reads each verdict of both sides once, and gives a few groups a pair', async () => {
  const groups = await selectPairedGroups(database, LOCAL_TEAM, pairs())
  expect(groups).toHaveLength(EVALUATIONS - 1)
  for (const [at, each] of groups.entries()) {
    expect(each.length).toBeLessThanOrEqual(9)
    const found = pairedCounts(each)
    expect(found?.questions).toBe(QUESTIONS)
    expect(await byHand(ids[at + 1], ids[0])).toEqual([found?.both, found?.onlyThis, found?.onlyBase, found?.neither])
  }
  const explained: { plan: Node; ms: number }[] = []
  const explaining: Db = {
    getRepository: (entity) => database.getRepository(entity),
    query: async (sql, parameters) => {
      const [row] = (await database.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, parameters)) as [
        { 'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }] },
      ]
      explained.push({ plan: row['QUERY PLAN'][0].Plan, ms: row['QUERY PLAN'][0]['Execution Time'] })
      return []
    },
  }
  await selectPairedGroups(explaining, LOCAL_TEAM, pairs())
  expect(explained).toHaveLength(1)
  const [{ plan, ms } = { plan: null, ms: 0 }] = explained
  const read = (plan === null ? [] : nodesOf(plan)).filter((node) => node['Relation Name'] !== undefined)
  const rows = read.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
  const kinds = read.map((node) => `${node['Node Type']} ${node['Relation Name']}`).join(', ')
  console.log(`${EVALUATIONS} × ${QUESTIONS}: ${rows} rows of tables in ${ms.toFixed(0)} ms (${kinds})`)
  // Trials, verdicts and grades of every side, each once; beside them the evaluations and what of the schema is small.
  expect(rows).toBeLessThanOrEqual(3 * EVALUATIONS * QUESTIONS + 10 * EVALUATIONS)
})

/** Both answers of a question beside each other, told right by the question’s number. */
async function byHand(compared: string | undefined, base: string | undefined): Promise<number[]> {
  const rows = await database.query(
    `SELECT a.answer_key = t.position::text AS a, b.answer_key = t.position::text AS b
     FROM trial t JOIN trial o ON o.position = t.position AND o.evaluation_id = $2
     JOIN verdict a ON a.trial_id = t.id JOIN verdict b ON b.trial_id = o.id WHERE t.evaluation_id = $1`,
    [compared, base],
  )
  const pairs = rows as readonly { readonly a: boolean; readonly b: boolean }[]
  const count = (a: boolean, b: boolean) => pairs.filter((pair) => pair.a === a && pair.b === b).length
  return [count(true, true), count(true, false), count(false, true), count(false, false)]
}
