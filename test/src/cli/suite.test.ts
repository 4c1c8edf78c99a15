import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@cges-fleet/client'
import type { Comparison, ComparisonStatistics, SubmittedSuite } from '@cges-fleet/core'
import { ListEvaluations, ListSuites, SubmitSuite } from '@cges-fleet/core/contract'
import { demoBenchmark } from '@cges-fleet/formats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import { TestFleet } from '../fleet/test-fleet.js'
import { cges } from './run-cges.js'

const BENCHMARKS = ['one', 'two', 'three', 'four', 'five']
const POOLS = ['small', 'large']
const SUITE = `suite: table
benchmarks: [${BENCHMARKS.join(', ')}]
pools: [${POOLS.join(', ')}]
budget: 4
methods: [sc, "esc:window=2"]
`

let fleet: TestFleet
let folder: string
let file: string
const servers: RunningApp[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cges-suite-'))
  file = join(folder, 'suite.yaml')
  writeFileSync(file, SUITE)
  fleet = await TestFleet.start({ redis: null, workers: 0 })
  for (const pool of POOLS) {
    const server = await spawnApp('vllm-sim', { PORT: '0', MODE: 'simulated', MODEL: `${pool}-model`, TIME_SCALE: '0' })
    servers.push(server)
    await fleet.startWorker({ POOL: pool, MODEL_SERVER_URL: server.listening })
  }
  for (const [at, name] of BENCHMARKS.entries()) {
    const demo = demoBenchmark()
    await fleet.importBenchmark({
      ...demo,
      name,
      title: `Benchmark ${name}`,
      questions: demo.questions.slice(at, at + 6),
    })
  }
}, 120_000)

afterAll(async () => {
  await fleet.stop()
  for (const server of servers) await server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function run(code: number, ...args: string[]): Promise<{ out: string; err: string }> {
  const command = cges([...args, '--api', fleet.api])
  expect(await command.code, command.err()).toBe(code)
  return { out: command.out(), err: command.err() }
}

const stored = async () => (await createClient({ url: fleet.api }).call(ListEvaluations)).evaluations

it('runs two models on five benchmarks from one file, by one command, into one table', async () => {
  const { out } = await run(0, 'evaluate', file, '--watch', '--json')
  const { evaluations, leftOut, averages } = tableIn(out)
  expect(evaluations.map(({ benchmark, pool }) => [benchmark.name, pool.name])).toEqual(
    BENCHMARKS.toSorted().flatMap((benchmark) => POOLS.toSorted().map((pool) => [benchmark, pool])),
  )
  expect(evaluations.every(({ status, methods }) => status === 'done' && methods.length === 2)).toBe(true)
  expect(new Set(evaluations.map(({ pool }) => pool.model))).toEqual(new Set(['large-model', 'small-model']))
  expect(leftOut).toEqual([])
  expect(averages.map(({ pool, evaluations: count }) => [pool, count])).toEqual([
    ['large', 5],
    ['small', 5],
  ])
})

it('shows another run of a column only where it is asked for', async () => {
  const before = tableIn((await run(0, 'compare', '--suite', 'table', '--json')).out).evaluations.map(({ id }) => id)
  const spec = join(folder, 'again.yaml')
  writeFileSync(spec, 'suite: table\nbenchmark: one\npool: small\nbudget: 4\nseed: 9\nmethods: [sc, "esc:window=2"]\n')
  const again = JSON.parse((await run(0, 'evaluate', spec, '--watch', '--json')).out) as { id: string }
  const { evaluations, leftOut } = tableIn((await run(0, 'compare', '--suite', 'table', '--json')).out)
  expect(evaluations.map(({ id }) => id)).toEqual(before)
  expect(leftOut.map(({ note }) => [note.kind, note.why])).toEqual([['other_run', 'one on small']])
  const [other] = leftOut
  const asked = tableIn((await run(0, 'compare', '--suite', 'table', '--run', other?.id ?? '', '--json')).out)
  expect(asked.evaluations.map(({ id }) => id)).toContain(other?.id)
  expect(asked.evaluations).toHaveLength(10)
  expect(JSON.stringify(again)).toContain(other?.id)
})

it('is checked as one: an exit code and a report over all its evaluations', async () => {
  const junit = join(folder, 'junit.xml')
  const { out, err } = await run(2, 'check', '--suite', 'table', '--junit', junit, '--json')
  const { result, checks } = JSON.parse(out) as { result: string; checks: { methods: object[] }[] }
  expect([result, checks.length]).toEqual(['undecided', 10])
  expect(err).toContain('is not checked: another run of one on small is in the table')
  const report = readFileSync(junit, 'utf8')
  expect(report.match(/<testsuite /gu)).toHaveLength(10)
  expect(report).toContain('<testsuites tests="10"')
  await run(3, 'check', 'a', '--suite', 'table')
})

it('stores all of a suite or nothing, and the same once for one key', async () => {
  const before = (await stored()).length
  const wrong = join(folder, 'wrong.yaml')
  writeFileSync(wrong, SUITE.replace('five]', 'sixth]').replace('suite: table', 'suite: wrong'))
  expect((await run(1, 'evaluate', wrong)).err).toMatch(
    /wrong\.yaml, line \d+: benchmark: there is no benchmark "sixth"/u,
  )
  expect((await run(0, 'key', 'list')).err).toContain('a fleet without sign-in needs none')
  expect((await run(1, 'compare', '--suite', 'tabel')).err).toContain('no evaluation of suite "tabel". Check the name')
  expect((await stored()).length).toBe(before)
  writeFileSync(wrong, SUITE.replace('budget: 4', 'bugdet: 4'))
  expect((await run(1, 'evaluate', wrong)).err).toMatch(
    /is not a suite:\n {2}line \d+: there is no field "bugdet".*budget/u,
  )
  const client = createClient({ url: fleet.api })
  const body = { suite: 'keyed', benchmarks: ['one', 'two'], pools: ['small'], methods: ['sc@2'] }
  const headers = { 'Idempotency-Key': 'suite-1' }
  const [once, twice]: SubmittedSuite[] = [
    await client.call(SubmitSuite, { body, headers }),
    await client.call(SubmitSuite, { body, headers }),
  ]
  expect(twice).toEqual(once)
  expect((await stored()).length).toBe(before + 2)
  await expect(client.call(SubmitSuite, { body: { ...body, seed: 2 }, headers })).rejects.toThrow('Idempotency-Key')
  const { suites } = await client.call(ListSuites)
  expect(suites.map(({ suite, evaluations, benchmarks, pools }) => [suite, evaluations, benchmarks, pools])).toEqual([
    ['keyed', 2, 2, 1],
    ['table', 11, 5, 2],
  ])
})

it('is forecast evaluation by evaluation', async () => {
  const command = await run(0, 'forecast', file)
  expect(command.out.match(/suite\.yaml, \w+ on (?:small|large): 6 questions/gu)).toHaveLength(10)
})

function tableIn(out: string): Comparison & Pick<ComparisonStatistics, 'averages'> {
  const { statistics, ...comparison } = JSON.parse(out) as Comparison & { statistics: ComparisonStatistics }
  return { ...comparison, averages: statistics.averages }
}
