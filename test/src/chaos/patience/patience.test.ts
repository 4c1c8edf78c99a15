import { type ChildProcess, spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from '@cges-fleet/db/process'
import { afterEach, expect, it } from 'vitest'
import { Patience, WaitFailed } from './patience.js'
import { STARVED, Witness } from './witness.js'

const busy: ChildProcess[] = []
const witnesses: Witness[] = []

afterEach(async () => {
  for (const child of busy.splice(0)) child.kill('SIGKILL')
  for (const witness of witnesses.splice(0)) await witness.stop()
})

/** So many processes on each processor that never rest. */
function keepBusy(each: number): void {
  for (let n = 0; n < each * cpus().length; n++) busy.push(spawn(process.execPath, ['-e', 'for (;;);']))
}

async function watched(): Promise<Witness> {
  const witness = await Witness.start()
  witnesses.push(witness)
  return witness
}

const NEVER = { withinMs: 100, why: () => 'nothing came' }
/** Long enough for the witness to have met many of the busy processes' turns, not one lucky moment. */
const NEVER_IN_SECONDS = { ...NEVER, withinMs: 2000 }

it('sees how much longer everything takes beside busy processes', async () => {
  const witness = await watched()
  const calmAtMs = Date.now()
  await sleep(2000)
  const calm = witness.slowdownSince(calmAtMs)
  keepBusy(10)
  await sleep(2000)
  const busyAtMs = Date.now()
  await sleep(3000)
  const slow = witness.slowdownSince(busyAtMs)
  expect(calm).toBeGreaterThanOrEqual(1)
  expect(slow).toBeGreaterThan(STARVED)
  expect(slow).toBeGreaterThan(calm)
})

it('lays a wait that fails beside busy processes to the machine', async () => {
  keepBusy(10)
  const witness = await watched()
  await sleep(2000)
  const failed: unknown = await new Patience(witness)
    .until(() => false, NEVER_IN_SECONDS)
    .catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(WaitFailed)
  expect(failed).toMatchObject({ starved: true })
  expect(String(failed)).toMatch(/nothing came in \S+ s: this machine was too slow, everything took \S+ times as long/)
})

it('ends with the one who started it', async () => {
  const witness = await watched()
  expect(findProcess(witness.pid)).not.toBeNull()
  await witness.stop()
  expect(findProcess(witness.pid)).toBeNull()
})

/** A machine as slow as it is told to be. */
const machine = (slowdown: number) => new Patience({ slowdownSince: () => slowdown })

it('lays a wait that fails on a machine that is not slow to who was waited for', async () => {
  const failed: unknown = await machine(1.2)
    .until(() => false, NEVER)
    .catch((error: unknown) => error)
  expect(failed).toMatchObject({ starved: false })
  expect(String(failed)).toMatch(/nothing came in \S+ s, and the machine was not slow/)
})

it('waits as much longer as the machine is slow, and three times as long at most', () => {
  expect([1, 2.5, 40].map((slowdown) => machine(slowdown).stretched(1000))).toEqual([1000, 2500, 3000])
})

it('gives what it found, passes on what goes wrong, and ends when told', async () => {
  const patience = machine(1)
  let looks = 0
  expect(await patience.until(() => (++looks === 3 ? 'found' : false), NEVER)).toBe('found')
  await expect(patience.until(() => Promise.reject(new Error('refused')), NEVER)).rejects.toThrow('refused')
  const waiting = patience.until(() => false, { ...NEVER, withinMs: Infinity })
  patience.end()
  await expect(waiting).rejects.toThrow('the run is over')
})

it('waits for what goes on by itself no longer than for anything else', async () => {
  const never = new Promise<never>(() => undefined)
  await expect(machine(1).within(never, NEVER)).rejects.toThrow('nothing came')
  expect(await machine(1).within(sleep(10, 'done'), { ...NEVER, withinMs: 60_000 })).toBe('done')
})
