import { GetEvaluation, ListEvaluations, pathOf } from '@cges-fleet/core/contract'
import { type DataSource, evaluationsNeedingRound, returnExpiredLeases, selectDueCalls } from '@cges-fleet/db'
import type { Bench, Repetition } from './bench.js'
import { BenchFleet, BenchStores, modelThatTakes } from './fleet/bench-fleet.js'
import { measured } from './fleet/fleet-run.js'

const LOAD = { questions: 400, concurrency: 16 } as const
const BUDGET = 8
/** Per evaluation of the history: so few that a page of the list is full however little is stored. */
const PAST_QUESTIONS = 25
const EACH = PAST_QUESTIONS * BUDGET
const SMALL = 10_000
const LOOKS = 30

/** What a fleet's work costs with that many samples stored, beside ten thousand. */
export function growthBench(largest: number): Bench {
  return {
    unit: 'ms CPU a sample',
    value: `with ${largest.toLocaleString('en')} stored samples`,
    reference: `with ${SMALL.toLocaleString('en')}`,
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      const fleet = await BenchFleet.start(stores, LOAD, await modelThatTakes([0, 0]))
      try {
        await fleet.evaluate(`sc@${BUDGET}`)
        const { id } = await fleet.evaluate(`sc@${BUDGET}`, { questions: PAST_QUESTIONS })
        const copies = (samples: number) => Math.floor(samples / EACH) - 1
        await copyEvaluation(stores.db, id, { from: 1, to: copies(SMALL) })
        const small = await costs(stores, fleet)
        await copyEvaluation(stores.db, id, { from: copies(SMALL) + 1, to: copies(largest) })
        const large = await costs(stores, fleet)
        const bytes = await sizes(stores.db, largest)
        return { value: large.cpuMs, reference: small.cpuMs, also: { ...ratios(large, small), ...bytes } }
      } finally {
        await fleet.stop()
        await stores.stop()
      }
    },
  }
}

interface Costs {
  /** Of PostgreSQL, the API, the coordinator and the workers, per sample. */
  readonly cpuMs: number
  readonly listMs: number
  readonly viewMs: number
  readonly sweepMs: number
}

async function costs(stores: BenchStores, fleet: BenchFleet): Promise<Costs> {
  const parts = [...fleet.parts, { name: 'postgres', pid: stores.postgres.pid }]
  const { cpuMs, id } = await measured(stores, parts, () => fleet.evaluate(`sc@${BUDGET}`))
  return {
    cpuMs: Object.values(cpuMs).reduce((sum, each) => sum + each, 0),
    listMs: await medianMs(() => read(`${fleet.api}${pathOf(ListEvaluations)}`)),
    viewMs: await medianMs(() => read(`${fleet.api}${pathOf(GetEvaluation, { path: { id } })}`)),
    sweepMs: await medianMs(() => sweep(stores.db)),
  }
}

async function read(url: string): Promise<void> {
  const response = await fetch(url)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
}

async function sweep(db: DataSource): Promise<void> {
  await returnExpiredLeases(db)
  await selectDueCalls(db, null)
  await evaluationsNeedingRound(db)
}

async function medianMs(work: () => Promise<void>): Promise<number> {
  const took: number[] = []
  for (let look = 0; look < LOOKS; look += 1) {
    const began = performance.now()
    await work()
    took.push(performance.now() - began)
  }
  return took.toSorted((a, b) => a - b)[LOOKS / 2] ?? NaN
}

function ratios(large: Costs, small: Costs): Record<string, number> {
  return {
    listMs: large.listMs,
    listRatio: large.listMs / small.listMs,
    viewMs: large.viewMs,
    viewRatio: large.viewMs / small.viewMs,
    sweepMs: large.sweepMs,
    sweepRatio: large.sweepMs / small.sweepMs,
  }
}

const SIZES = `SELECT c.relname AS name, pg_table_size(c.oid)::float8 AS rows, pg_indexes_size(c.oid)::float8 AS indexes
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname = 'public' AND c.relname IN ('sample', 'sample_body', 'call', 'call_ledger', 'trial', 'verdict')`

/** Bytes per stored sample, by table and with its indexes. */
async function sizes(db: DataSource, samples: number): Promise<Record<string, number>> {
  const tables: { name: string; rows: number; indexes: number }[] = await db.query(SIZES)
  return Object.fromEntries(
    tables.flatMap(({ name, rows, indexes }) => [
      [`${name}Bytes`, rows / samples],
      [`${name}IndexBytes`, indexes / samples],
    ]),
  )
}

/** The tables in which an evaluation leaves rows, and the condition that finds its rows in each. */
const LEFT: Readonly<Record<string, string>> = {
  evaluation: 'id = $1',
  spending: 'evaluation_id = $1',
  evaluation_event: 'evaluation_id = $1',
  trial: 'evaluation_id = $1',
  call: 'evaluation_id = $1',
  call_ledger: 'evaluation_id = $1',
  sample: 'evaluation_id = $1',
  sample_body: 'trial_id IN (SELECT id FROM trial WHERE evaluation_id = $1)',
  verdict: 'evaluation_id = $1',
  method_calls: 'evaluation_id = $1',
  live_figures: 'evaluation_id = $1',
  progress: 'evaluation_id = $1',
}

/** Columns that refer to a row that is copied too. */
const IDENTIFIERS = new Set(['id', 'evaluation_id', 'trial_id', 'call_id'])

/**
 * Copies a finished evaluation with all its rows, as copies `from` to `to`: a history of what the fleet itself wrote.
 */
async function copyEvaluation(db: DataSource, id: string, { from, to }: { from: number; to: number }) {
  const runner = db.createQueryRunner()
  try {
    // The originals were checked when they were written.
    await runner.query('SET session_replication_role = replica')
    for (const [table, rows] of Object.entries(LEFT)) {
      const columns: { name: string }[] = await runner.query(
        `SELECT column_name AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
        [table],
      )
      const names = columns.map(({ name }) => `"${name}"`).join(', ')
      const values = columns.map(({ name }) => copied(name)).join(', ')
      await runner.query(
        `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table} CROSS JOIN generate_series($2::int, $3::int) AS copy
         WHERE ${rows}`,
        [id, from, to],
      )
    }
    await runner.query('SET session_replication_role = DEFAULT')
    await runner.query('VACUUM (ANALYZE)')
    await runner.query('CHECKPOINT')
  } finally {
    await runner.release()
  }
}

/** The ids of a copy sort together, as those of evaluations created one after another do. */
function copied(name: string): string {
  if (name === 'idempotency_key') return 'NULL'
  if (!IDENTIFIERS.has(name)) return `"${name}"`
  return `('00' || lpad(to_hex(copy), 6, '0') || substr(md5(copy || "${name}"::text), 9))::uuid`
}
