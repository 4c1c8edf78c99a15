import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DataSource } from '@cges-fleet/db'
import { end, type PageServer, startPageServer } from '../../browser/dashboard-server.js'
import { questions, round, selectOne, submit } from '../../support/evaluation-rows.js'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const DASHBOARD = join(ROOT, 'apps/dashboard')

/** A minimal Next app; its second page shows only the version from a stream. */
const FILES: Readonly<Record<string, (api: string) => string>> = {
  'package.json': () => '{ "private": true, "type": "module" }',
  'next.config.mjs': (api) => `export default {
  outputFileTracingRoot: ${JSON.stringify(ROOT)}, turbopack: { root: ${JSON.stringify(ROOT)} },
  rewrites: async () => [{ source: '/v1/:path*', destination: ${JSON.stringify(api)} + '/v1/:path*' }],
}`,
  'app/layout.js': () =>
    `export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }`,
  'app/page.js': () => `export default function Page() { return <p>Nothing.</p> }`,
  'app/stream/page.js': () => `'use client'
import { useEffect, useState } from 'react'
export default function Page() {
  const [version, setVersion] = useState('')
  useEffect(() => {
    const source = new EventSource(new URLSearchParams(location.search).get('of'))
    source.addEventListener('snapshot', ({ data }) => setVersion(JSON.parse(data).version))
    return () => source.close()
  }, [])
  return <p>{version}</p>
}`,
}

/** Builds an empty Next app with the dashboard's own Next, in front of an API, and serves it. */
export async function startEmptyApp(api: string): Promise<PageServer & { stop(): Promise<void> }> {
  // Not below the dashboard, whose instrumentation and proxy Next would find and use.
  const folder = mkdtempSync(join(ROOT, 'test/dist/empty-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  symlinkSync(join(DASHBOARD, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content(api))
  }
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
  const next = join(DASHBOARD, 'node_modules/next/dist/bin/next')
  const built = spawnSync(process.execPath, [next, 'build'], { cwd: folder, env, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`the empty app was not built: ${built.stdout}${built.stderr}`)
  const server = await startPageServer(next, '/', { cwd: folder, args: ['start'] })
  const stop = async () => {
    await end(server.process)
    process.off('exit', remove)
    remove()
  }
  return { ...server, stop }
}

export const QUESTIONS = 14_000
const BUDGET = 16
/** Method keys. */
export const METHODS = [
  'sc@16',
  'sc@8',
  'esc:window=4@16',
  'asc-beta@16',
  'asc-dirichlet@16',
  'voi@16',
  'mmc@16',
  'cges:confidence=lns-arith,gamma=0.9@16',
  'cges:confidence=lns-arith,gamma=0.95@16',
  'cges:confidence=lns-arith,gamma=0.99@16',
  'cges:confidence=lns-geom,gamma=0.95@16',
  'cges:confidence=lns-geom,gamma=0.99@16',
]

/** An evaluation whose samples are inserted by SQL, in bulk, and whose rounds are the coordinator's own. */
export class LargeEvaluation {
  #landed = 0

  private constructor(
    private readonly db: DataSource,
    readonly id: string,
  ) {}

  /** Submits it with all its trials planned and every sample requested. */
  static async submitted(db: DataSource): Promise<LargeEvaluation> {
    const id = await submit(db, {
      methods: METHODS,
      benchmark: { name: 'large', title: 'Large', questions: questions(QUESTIONS) },
      changes: { name: 'the large one' },
    })
    await db.query(TRIALS, [id, QUESTIONS, BUDGET])
    await db.query('UPDATE evaluation SET trials_planned = $2, trials_started = $2 WHERE id = $1', [id, QUESTIONS])
    await db.query('VACUUM ANALYZE trial')
    return new LargeEvaluation(db, id)
  }

  get left(): number {
    return QUESTIONS - this.#landed
  }

  /** Lands the samples of the next trials and has a round read them. */
  async advance(trials: number): Promise<void> {
    const upTo = Math.min(QUESTIONS, this.#landed + trials)
    await this.db.query(SAMPLES, [this.id, this.#landed, upTo, BUDGET])
    this.#landed = upTo
    await round(this.db, this.id)
  }

  async isDone(): Promise<boolean> {
    const sql = `SELECT status FROM evaluation WHERE id = $1`
    return (await selectOne<{ status: string }>(this.db, sql, [this.id])).status === 'done'
  }
}

const TRIALS = `
INSERT INTO trial (id, team_id, evaluation_id, ordinal, replicate, position, question_id, seed_base, requested)
SELECT gen_random_uuid(), e.team_id, e.id, n, 0, q.position, q.question_id, n, $3
FROM evaluation e, generate_series(0, $2::int - 1) n
JOIN question q ON q.benchmark_id = (SELECT benchmark_id FROM evaluation WHERE id = $1) AND q.position = n * 7919 % $2
WHERE e.id = $1`

/** Harder questions have more wrong answers, some of them sure of themselves. */
const SAMPLES = `
INSERT INTO sample (trial_id, index, team_id, evaluation_id, state, seed, outcome, raw_answer, answer_key, answer_tier,
                    grading_version, signals, signals_version, prompt_tokens, completion_tokens, finish_reason, total_ms,
                    landed_at)
SELECT d.id, d.i, d.team_id, d.evaluation_id, 'landed', d.i, 'answer', d.answer, d.answer, 'marked', g.grading_version,
       jsonb_build_object('lns-arith', d.confidence, 'lns-geom', d.confidence - .05), 1, 11, 22, 'stop', 2.5, clock_timestamp()
FROM (
  SELECT t.*, i, CASE WHEN draw >= position % 10 * 9 THEN position ELSE position + 1 + draw % 2 END::text AS answer,
         CASE WHEN draw >= position % 10 * 9 THEN .55 + draw % 40 / 100.0 ELSE .35 + draw % 55 / 100.0 END AS confidence
  FROM trial t, generate_series(0, $4::int - 1) i,
       LATERAL (SELECT ((position::bigint * 7919 + i * 104729 + position * i % 13 * 31) % 100)::int AS draw) x
  WHERE t.evaluation_id = $1 AND t.ordinal >= $2 AND t.ordinal < $3
) d
JOIN evaluation e ON e.id = d.evaluation_id
JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = d.position`
