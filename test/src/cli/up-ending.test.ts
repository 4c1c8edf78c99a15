import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IS_AT_LENGTH, LONGER } from '../support/repetitions.js'
import { processesBelow, type Seen, stillRunning } from '../support/processes-below.js'
import { type Cges, cges } from './run-cges.js'

let folder: string
/** Everything that was seen here: what a broken `up` leaves behind must not outlive the test. */
const seen: Seen[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-ending-'))
  chmodSync(folder, 0o755)
})

afterAll(() => {
  for (const left of stillRunning(seen)) process.kill(Number.parseInt(left, 10), 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function start(): Cges {
  return cges(['up', '--no-dashboard', '--time-scale', '0', '--workers', '1', '--data', join(folder, 'data')])
}

function family(run: Cges): Seen[] {
  const below = processesBelow(run.process.pid ?? 0)
  seen.push(...below)
  return below
}

function send(below: readonly Seen[], app: string, name: NodeJS.Signals): void {
  const one = below.find(({ command }) => command.includes(`/apps/${app}/`))
  if (one === undefined) throw new Error(`no ${app} runs`)
  process.kill(one.pid, name)
}

function hang(below: readonly Seen[], app: string): void {
  send(below, app, 'SIGSTOP')
}

async function gone(below: readonly Seen[], withinMs: number): Promise<string[]> {
  const until = performance.now() + withinMs
  while (stillRunning(below).length > 0 && performance.now() < until) await sleep(100)
  return stillRunning(below)
}

function file(): string {
  const path = join(folder, 'file')
  writeFileSync(path, 'text')
  return path
}

/** Asking takes 8 s, being made 5 s, PostgreSQL's own end some more; a busy machine takes its time for each. */
const MINUTES = 240_000

describe.skipIf(process.platform !== 'linux')('up leaves no process behind', { timeout: 2 * MINUTES }, () => {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  it.skipIf(!IS_AT_LENGTH).each(signals)(`ended by %s, with a child that hangs${LONGER}`, async (signal) => {
    const run = start()
    await run.says('Ready in')
    const below = family(run)
    // The guard, PostgreSQL, API, coordinator, worker and its model server at least.
    expect(below.length).toBeGreaterThanOrEqual(6)
    hang(below, 'coordinator')
    run.process.kill(signal)
    expect(await run.code).toBe(0)
    expect(stillRunning(below)).toEqual([])
  })

  it('killed outright, with children that hang, and the next one starts on what it left', async () => {
    const run = start()
    await run.says('Ready in')
    const below = family(run)
    hang(below, 'api')
    hang(below, 'vllm-sim')
    run.process.kill('SIGKILL')
    // At once, while the guard still ends what is left.
    const next = start()
    await next.says('Ready in')
    expect(stillRunning(below)).toEqual([])
    expect(next.err()).toContain('An earlier fleet here was killed')
    expect(next.out()).not.toContain('taken over')
    const later = family(next)
    next.process.kill('SIGTERM')
    expect(await next.code).toBe(0)
    expect(stillRunning(later)).toEqual([])
  })

  const ends = ['SIGTERM', 'SIGKILL'] as const
  it.skipIf(!IS_AT_LENGTH).each(ends)(`ended by %s while it starts${LONGER}`, async (signal) => {
    rmSync(join(folder, 'data'), { recursive: true, force: true })
    const run = start()
    const until = performance.now() + MINUTES
    while (family(run).length < 2 && performance.now() < until) await sleep(20)
    await sleep(300)
    const below = family(run)
    run.process.kill(signal)
    const code = await run.code
    if (signal === 'SIGTERM') {
      expect(code).toBe(1)
      expect(run.err()).toContain('Stopped before the fleet was ready.')
      expect(stillRunning(below)).toEqual([])
    }
    expect(await gone(below, MINUTES)).toEqual([])
  })

  it('after the parts that were killed were started again, and finished the work', async () => {
    const args = ['up', '--no-dashboard', '--time-scale', '0', '--workers', '1', '--demo']
    const run = cges([...args, '--data', join(folder, 'data')], { LEASE_MS: '5000' })
    await run.says('Ready in')
    const first = family(run)
    send(first, 'worker', 'SIGKILL')
    await run.says('keeps running')
    expect(run.out()).toContain('paired by question')
    expect(run.err()).toContain('The worker 1 ended (SIGKILL): it starts again in 1 s.')
    const api = /^API {8}(\S+)$/m.exec(run.out())?.[1] ?? ''
    for (const app of ['api', 'coordinator', 'vllm-sim']) send(first, app, 'SIGKILL')
    const answers = () =>
      fetch(api).then(
        () => true,
        () => false,
      )
    await expect.poll(answers, { timeout: MINUTES }).toBe(false)
    await expect.poll(answers, { timeout: MINUTES }).toBe(true)
    const second = family(run)
    run.process.kill('SIGINT')
    expect(await run.code, run.err()).toBe(0)
    expect(stillRunning([...first, ...second])).toEqual([])
  })

  it('while a start that was cut off in the making of its database leaves none that is half made', async () => {
    const run = start()
    await run.says('Ready in')
    family(run)
    run.process.kill('SIGTERM')
    expect(await run.code).toBe(0)
  })
})

describe('up in a place it cannot have', () => {
  const places: [string, () => string, RegExp][] = [
    ['a file', () => file(), /is a file: give a folder/],
    ['below a file', () => join(file(), 'data'), /a part of its path is a file/],
    ['a file system that takes no folders', () => '/proc/1/data', /cannot be written into/],
  ]

  it.each(places)('%s: says so at once', async (_name, place, message) => {
    const run = cges(['up', '--no-dashboard', '--data', place()])
    expect(await run.code).toBe(1)
    expect(run.err()).toMatch(message)
    expect(run.err().trim().split('\n')).toHaveLength(1)
  })
})

it('says what it waited for where a process gets no further', { timeout: MINUTES }, async () => {
  // A coordinator that is stopped as soon as it is there says nothing and does nothing.
  const args = ['up', '--no-dashboard', '--time-scale', '0', '--workers', '1', '--ready-timeout', '3']
  const run = cges([...args, '--data', join(folder, 'data')])
  let below: Seen[] = []
  while (!below.some(({ command }) => command.includes('/apps/coordinator/'))) {
    await sleep(5)
    below = family(run)
  }
  hang(below, 'coordinator')
  expect(await run.code).toBe(1)
  expect(run.err()).toMatch(
    /The coordinator is not ready after .* and made no progress for 3 s\. It has printed nothing\./,
  )
  expect(run.err()).toContain('--ready-timeout')
  expect(stillRunning(below)).toEqual([])
  expect(readFileSync(join(folder, 'data', 'postgres.log'), 'utf8')).not.toContain('PANIC')
})
