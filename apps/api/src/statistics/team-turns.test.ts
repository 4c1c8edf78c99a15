import { setImmediate as settled } from 'node:timers/promises'
import type { TeamId } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { TeamTurns } from './team-turns.js'

const never = new AbortController().signal

/** Work that ends when it is told to, and the order in which it began. */
class Bench {
  readonly began: string[] = []
  readonly #ends = new Map<string, () => void>()
  readonly turns: TeamTurns

  constructor(atOnce: number, waiting = 10) {
    this.turns = new TeamTurns({ atOnce, waiting, what: 'computations' })
  }

  ask(team: string, name: string, signal = never): Promise<string> {
    const work = () => {
      this.began.push(name)
      return new Promise<string>((resolve) => this.#ends.set(name, () => resolve(name)))
    }
    return this.turns.take(team as TeamId, work, signal)
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.()
    await settled()
  }
}

it('serves the team that waited longest, one piece of a team at a time', async () => {
  const bench = new Bench(1)
  const requests = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => bench.ask(name.slice(0, 1), name))
  await settled()
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    expect(bench.began.at(-1)).toBe(name)
    await bench.end(name)
  }
  expect(await Promise.all(requests)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
})

it('runs several teams at once, and never two pieces of one', async () => {
  const bench = new Bench(2)
  for (const name of ['a1', 'a2', 'b1', 'c1']) void bench.ask(name.slice(0, 1), name)
  await settled()
  expect(bench.began).toEqual(['a1', 'b1'])
  await bench.end('b1')
  expect(bench.began).toEqual(['a1', 'b1', 'c1'])
  await bench.end('c1')
  expect(bench.began).toEqual(['a1', 'b1', 'c1'])
  await bench.end('a1')
  expect(bench.began).toEqual(['a1', 'b1', 'c1', 'a2'])
})

it('forgets who hangs up while waiting, and goes on after work that fails', async () => {
  const bench = new Bench(1)
  const failing = bench.turns.take('a' as TeamId, () => Promise.reject(new Error('broken')), never)
  const leaving = new AbortController()
  const left = bench.ask('a', 'a2', leaving.signal)
  const next = bench.ask('a', 'a3')
  leaving.abort(new Error('hung up'))
  await expect(left).rejects.toThrow('hung up')
  await expect(failing).rejects.toThrow('broken')
  await settled()
  expect(bench.began).toEqual(['a3'])
  await bench.end('a3')
  expect(await next).toBe('a3')
  await expect(bench.ask('a', 'a4', leaving.signal)).rejects.toThrow('hung up')
})

it('refuses more than a team may have waiting, and no other team', async () => {
  const bench = new Bench(1, 2)
  for (const name of ['a1', 'a2', 'a3']) void bench.ask('a', name)
  await expect(bench.ask('a', 'a4')).rejects.toMatchObject({ kind: 'too_many', retryAfterSeconds: 5 })
  const other = bench.ask('b', 'b1')
  await bench.end('a1')
  expect(bench.began).toEqual(['a1', 'b1'])
  await bench.end('b1')
  expect(await other).toBe('b1')
})
