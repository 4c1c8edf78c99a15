import type { EvaluationFilter, EvaluationSort } from '@cges-fleet/core'
import {
  type Database,
  type DataSource,
  type Db,
  listEvaluations,
  type ListWanted,
  LOCAL_TEAM,
  openDatabase,
  teamDatabase,
} from '@cges-fleet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/databases.js'
import { manyEvaluations } from '../support/large-evaluations.js'

const COUNT = Number(process.env['EVALUATIONS'] ?? 10_000)

/** Seen as the API sees it: the policies on rows are part of every plan. */
let fresh: FreshDatabase
let api: DataSource
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  const owner = await openDatabase({ url: fresh.url, application: 'test', connections: 2 })
  await manyEvaluations(owner, LOCAL_TEAM, COUNT).finally(() => owner.destroy())
  api = await openDatabase({ url: fresh.url, application: 'test', connections: 2, role: 'api' })
  database = teamDatabase(api, LOCAL_TEAM)
})

afterAll(async () => {
  await api?.destroy()
  await fresh?.drop()
})

interface Node {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Node[]
}

/** Rows of tables that a page was made from, and the statements it took. */
async function workOf(wanted: ListWanted): Promise<{ rows: number; statements: number; ms: number }> {
  const work = { rows: 0, statements: 0, ms: 0 }
  const explaining: Db = {
    query: async (sql, parameters) => {
      const [row] = (await database.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, parameters)) as [
        { 'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }] },
      ]
      work.statements += 1
      work.rows += rowsOf(row['QUERY PLAN'][0].Plan)
      work.ms += row['QUERY PLAN'][0]['Execution Time']
      return []
    },
    getRepository: (entity) => database.getRepository(entity),
  }
  await listEvaluations(explaining, LOCAL_TEAM, wanted)
  return work
}

function rowsOf(node: Node): number {
  const loops = node['Actual Loops']
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const rowsRead = node['Relation Name'] === undefined ? 0 : (node['Actual Rows'] + removed) * loops
  return rowsRead + (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0)
}

const SORTS: readonly EvaluationSort[] = ['newest', 'name', 'accuracy', 'calls', 'saved', 'tokens']

it.each(SORTS)('reads as many rows as a page has, in one statement, wherever the page is: %s', async (sort) => {
  const first = await listEvaluations(database, LOCAL_TEAM, { sort })
  let place = first.next
  for (let page = 0; page < 20; page++) {
    place = (await listEvaluations(database, LOCAL_TEAM, { sort, after: place })).next
  }
  expect(place).not.toBeNull()
  for (const after of [null, place]) {
    const { rows, statements, ms } = await workOf({ sort, after })
    if (process.env['EVALUATIONS'] !== undefined) console.log(sort, after === null ? 'first' : 'deep', rows, ms)
    expect(statements).toBe(1)
    // A page of 50 and one more, and each one's benchmark, pool and spending.
    expect(rows).toBeLessThan(51 * 8)
  }
})

const FILTERS: readonly EvaluationFilter[] = [
  { status: ['failed'] },
  { status: ['running', 'paused'] },
  { attention: '1' },
  { owner: 'ann' },
  { owner: 'nobody' },
  { pool: 'none' },
  { from: '2000-01-01', to: '2000-12-31' },
]

it.each(FILTERS)('looks at few rows besides those it finds: %j', async (filter) => {
  const { rows, ms } = await workOf({ filter })
  if (process.env['EVALUATIONS'] !== undefined) console.log(JSON.stringify(filter), rows, ms)
  expect(rows).toBeLessThan(51 * 8)
})

const SEARCHES: readonly EvaluationFilter[] = [
  { q: 'nightly 1' },
  { q: 'not there' },
  { tag: 'paper' },
  { tag: 'none' },
  { method: 'dsc' },
  { method: 'cges' },
  { benchmark: 'none' },
]

it.each(SEARCHES)('looks at each evaluation of the team once at most: %j', async (filter) => {
  const { rows, ms } = await workOf({ filter })
  if (process.env['EVALUATIONS'] !== undefined) console.log(JSON.stringify(filter), rows, ms)
  expect(rows).toBeLessThanOrEqual(COUNT + 51 * 8)
})
