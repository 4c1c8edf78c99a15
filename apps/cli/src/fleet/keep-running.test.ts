import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepRunning } from './keep-running.js'

let said: string[]

beforeEach(() => {
  said = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line))
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** A process that ends as the list says each time it runs, and then runs on. */
function ending(name: string, ends: readonly string[], starts: { count: number }) {
  const left = [...ends]
  const run = () => {
    const how = left.shift()
    const ended = how === undefined ? new Promise<string>(() => undefined) : Promise.resolve(how)
    return { name, ended, restart }
  }
  const restart = async () => {
    starts.count += 1
    return run()
  }
  return run()
}

it('starts a process again that ended, each time after a longer pause', async () => {
  const starts = { count: 0 }
  const over = new AbortController()
  const kept = keepRunning([ending('worker 1', ['SIGKILL', '1'], starts), ending('api', [], starts)], over.signal, 4)
  await vi.waitFor(() => expect(starts.count).toBe(2))
  expect(said).toEqual([
    'The worker 1 ended (SIGKILL): it starts again in 0.004 s.',
    'The worker 1 ended (1): it starts again in 0.008 s.',
  ])
  expect(await Promise.race([kept, Promise.resolve('runs')])).toBe('runs')
})

it('gives up on one that keeps ending', async () => {
  const starts = { count: 0 }
  const code = keepRunning(
    [
      ending(
        'worker 2',
        Array.from({ length: 9 }, () => 'SIGKILL'),
        starts,
      ),
    ],
    new AbortController().signal,
    1,
  )
  expect(await code).toBe(1)
  expect(starts.count).toBe(4)
  expect(said.at(-1)).toBe(
    'The worker 2 ended (SIGKILL), for the 5th time within a minute of its start: stopping the fleet.',
  )
})

it('tells why a start failed, and counts it', async () => {
  const failing = {
    name: 'worker 1',
    ended: Promise.resolve('SIGKILL'),
    restart: () => Promise.reject(new Error('The worker 1 ended: no such model')),
  }
  expect(await keepRunning([failing], new AbortController().signal, 1)).toBe(1)
  expect(said).toHaveLength(5)
  expect(said[1]).toBe('The worker 1 ended: no such model: it starts again in 0.002 s.')
})

it('starts nothing once the fleet is being stopped', async () => {
  const starts = { count: 0 }
  const over = new AbortController()
  const kept = keepRunning([ending('worker 1', ['SIGKILL'], starts)], over.signal, 60_000)
  await vi.waitFor(() => expect(said).toHaveLength(1))
  over.abort()
  await kept
  expect([starts.count, said.length]).toEqual([0, 1])
})
