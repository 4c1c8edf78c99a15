import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../root.js'
import { notUp, readContainers } from './compose-project.js'
import { cpuShare, usageOf } from './docker.js'
import { baseArguments, storeImages } from './image-recipes.js'
import { type Machine, whyNot } from './machine.js'
import { parseOptions, PARTS } from './options.js'
import { mountsBelow } from './own-engine.js'
import { attemptAll, exitCode, headOf, type Step, stepTable } from './report.js'

const container = (more: object) => ({
  ID: 'a1',
  Name: 'fleet-worker-1',
  Service: 'worker',
  State: 'running',
  Health: 'healthy',
  ExitCode: 0,
  ...more,
})

describe('containers', () => {
  it('are read from a line each and from one list', () => {
    const two = [container({}), container({ ID: 'b2', Labels: 'not read' })]
    const lines = two.map((each) => JSON.stringify(each)).join('\n')
    expect(readContainers(`${lines}\n`)).toEqual(readContainers(JSON.stringify(two)))
    expect(readContainers(lines).map(({ ID }) => ID)).toEqual(['a1', 'b2'])
    expect(readContainers('')).toEqual([])
    expect(() => readContainers('{"ID": 1}')).toThrow()
  })

  it('are up when healthy, or ended with 0', () => {
    const states = [
      container({}),
      container({ State: 'exited', Health: '' }),
      container({ State: 'exited', Health: '', ExitCode: 137 }),
      container({ Health: 'starting' }),
      container({ State: 'restarting', Health: '' }),
    ]
    expect(states.map((state) => notUp([state]).length)).toEqual([0, 0, 1, 1, 1])
  })
})

const stats = (total: number, memory: object) => ({
  cpu_stats: { cpu_usage: { total_usage: total } },
  memory_stats: memory,
  pids_stats: { current: 11 },
})

describe('what a container used', () => {
  it('leaves out the file cache that could be dropped, in either hierarchy of control groups', () => {
    const older = usageOf(stats(5, { usage: 100, stats: { total_inactive_file: 30, inactive_file: 1 } }))
    expect(older).toEqual({ cpuNanoseconds: 5, memoryBytes: 70, processes: 11 })
    expect(usageOf(stats(5, { usage: 100, stats: { inactive_file: 30 } })).memoryBytes).toBe(70)
    expect(usageOf({ ...stats(5, {}), pids_stats: {} })).toEqual({ cpuNanoseconds: 5, memoryBytes: 0, processes: 0 })
  })

  it('is a share of one processor', () => {
    expect(cpuShare(usageOf(stats(1e9, {})), usageOf(stats(4e9, {})), 60)).toBeCloseTo(0.05)
  })
})

describe('why no engine can run', () => {
  const machine: Machine = {
    platform: 'linux',
    root: true,
    controllers: ['cpu', 'memory', 'pids', 'io'],
    overlay: true,
    forwards: true,
    freeGigabytes: 50,
    missing: [],
  }

  it('is nothing where all is there', () => {
    expect(whyNot(machine)).toEqual([])
  })

  it.each<[Partial<Machine>, RegExp]>([
    [{ platform: 'darwin' }, /needs Linux/],
    [{ root: false }, /sudo/],
    [{ controllers: ['cpu', 'pids'] }, /no control group for memory$/],
    [{ overlay: false }, /overlay/],
    [{ forwards: false }, /--host/],
    [{ freeGigabytes: 3.2 }, /^3 GB .* --data$/],
    [
      { missing: [{ program: 'dockerd', install: 'apt-get install docker.io' }] },
      /^dockerd is missing: apt-get install docker.io,/,
    ],
  ])('is said of %j', (without, reason) => {
    expect(whyNot({ ...machine, ...without })).toEqual([expect.stringMatching(reason)])
  })
})

const mount = (path: string) => `36 35 98:0 / ${path} rw,noatime shared:1 - ext4 /dev/root rw`

it('finds the mounts that an engine left in its folder, the deepest first', () => {
  const text = ['/', '/tmp/engine-2/x', '/tmp/engine', '/tmp/engine/a', '/tmp/engine/a/b'].map(mount).join('\n')
  expect(mountsBelow(`${text}\n`, '/tmp/engine')).toEqual(['/tmp/engine/a/b', '/tmp/engine/a'])
})

describe('options', () => {
  it('are an engine of its own in a temporary folder unless said', () => {
    expect(parseOptions([])).toEqual({
      host: null,
      data: null,
      from: null,
      only: [...PARTS],
      install: false,
      help: false,
    })
    expect(parseOptions(['--from', 'none', '--data', '/var/engine', '--install'])).toMatchObject({
      from: 'none',
      install: true,
    })
    expect(parseOptions(['--only', 'data,rest']).only).toEqual(['rest', 'data'])
  })

  it.each([['--what'], ['positional'], ['--host', 'tcp://far:2375'], ['--from'], ['--only', 'rest,lunch']])(
    'refuse %j',
    (...args) => {
      expect(() => parseOptions(args)).toThrow()
    },
  )
})

const step = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  expected: 'well',
  attempt: () => Promise.resolve('well'),
  ...more,
})
const fails = { attempt: () => Promise.reject(new Error('a | b\n  broke')) }

it('tries every step, and tells of each as it ends', async () => {
  const messages: string[] = []
  const outcomes = await attemptAll([step('one'), step('two', fails), step('three')], ({ name, state }) =>
    messages.push(`${name} ${state}`),
  )
  expect(messages).toEqual(['one ok', 'two failed', 'three ok'])
  expect(exitCode(outcomes)).toBe(1)
  expect(exitCode(outcomes.slice(0, 1))).toBe(0)
})

it('does not try what stands on a step that failed, and ends with 1', async () => {
  const outcomes = await attemptAll([step('one', { ...fails, needed: true }), step('two')], () => undefined)
  expect(outcomes.map(({ state, seen }) => [state, seen])).toEqual([
    ['failed', 'a | b\n  broke'],
    ['not tried', 'needs: one'],
  ])
  expect(exitCode(outcomes)).toBe(1)
})

it('does not try what comes after it was stopped, and ends with 1', async () => {
  let stopped = false
  const first = step('one', { attempt: async () => ((stopped = true), 'well') })
  const outcomes = await attemptAll(
    [first, step('two')],
    () => undefined,
    () => stopped,
  )
  expect(outcomes.map(({ state }) => state)).toEqual(['ok', 'not tried'])
  expect(exitCode(outcomes)).toBe(1)
})

it('writes a row for each step, whatever was said', async () => {
  const outcomes = await attemptAll([step('one', { ...fails, needed: true }), step('two')], () => undefined)
  expect(stepTable(outcomes.map((each) => ({ ...each, seconds: 1.26 })))).toBe(
    [
      '| step | expected | seen | seconds |  |',
      '| --- | --- | --- | --- | --- |',
      String.raw`| one | well | a \| b; broke | 1.3 | failed |`,
      '| two | well | needs: one | – | not tried |',
    ].join('\n'),
  )
})

it('says of which commit and engine a table is, and how long it took', () => {
  const outcome = { ...step('one'), state: 'ok', seconds: 90, seen: '' } as const
  const done = { commit: 'commit 0123abc', versions: 'Docker 1, Compose 2', outcomes: [outcome, outcome] }
  expect(headOf(done, new Date('2026-01-02T03:04:05Z'))).toBe(
    '2026-01-02, commit 0123abc, Docker 1, Compose 2, 3 minutes; the model is simulated',
  )
})

const read = (name: string) => readFileSync(`${ROOT}${name}`, 'utf8')
const digest = `@sha256:${'0'.repeat(64)}`

it('names the images a recipe starts from, without digests', () => {
  const text = `ARG NODE=node:24.1.0-slim${digest}\nARG DEBIAN=debian:bookworm\nFROM \${NODE} AS node\nARG NOTHING\n`
  expect(baseArguments(text)).toEqual({ NODE: 'node:24.1.0-slim', DEBIAN: 'debian:bookworm' })
})

it('names the images of what Compose starts and does not build, profiles aside', () => {
  const text = `services:
  store: { image: 'postgres:18${digest}' }
  app: { image: 'app:dev', build: { context: . } }
  engine: { image: 'vllm:1${digest}', profiles: [gpu] }`
  expect(storeImages(text)).toEqual({ store: 'postgres:18' })
})

it('finds them in our own files', () => {
  expect(Object.keys(baseArguments(read('apps/Dockerfile')))).toEqual(['NODE', 'DEBIAN'])
  const stores = storeImages(read('docker-compose.yml'))
  expect(Object.keys(stores)).toEqual(['postgres', 'redis', 'logins'])
  expect(Object.values(stores).filter((image) => !/^[a-z]+:[\w.-]+$/.test(image))).toEqual([])
})

const SCRIPT = `${ROOT}test/src/deploy/engine/images/vllm-stand-in.sh`
const folder = mkdtempSync(join(tmpdir(), 'cges-stand-in-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fakeNode = join(folder, 'node')
writeFileSync(fakeNode, '#!/bin/sh\necho "$MODEL $PORT $MAX_NUM_SEQS $SHUTDOWN_TIMEOUT"\n')
chmodSync(fakeNode, 0o755)

function serve(args: readonly string[]) {
  const env = { PATH: `${folder}:${process.env['PATH']}` }
  const { status, stdout, stderr } = spawnSync('sh', [SCRIPT, ...args], { encoding: 'utf8', env })
  return { status, out: (stdout + stderr).trim() }
}

const { services } = parse(readFileSync(`${ROOT}docker-compose.yml`, 'utf8')) as {
  services: Record<string, { command: string[] }>
}

it.each([
  ['vllm', '8000 64 20'],
  ['reward', '8000'],
])('takes the command line that Compose gives %s', (service, settings) => {
  const args = services[service]?.command ?? []
  expect(serve(['serve', 'a/model', ...args.filter((arg) => arg.startsWith('--'))])).toEqual({
    status: 0,
    out: `a/model ${settings}`,
  })
})

it('refuses what it has not heard of', () => {
  expect(serve(['serve', 'a/model', '--max-num-sequences=64'])).toEqual({
    status: 2,
    out: 'vllm serve --max-num-sequences=64 is not simulated',
  })
  expect(serve(['bench'])).toEqual({ status: 2, out: 'vllm bench is not simulated' })
})
