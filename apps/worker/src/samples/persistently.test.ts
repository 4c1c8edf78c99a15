import { expect, it } from 'vitest'
import { persistently } from './persistently.js'

/** Fails so many times and then succeeds. */
function failing(times: number): { write: () => Promise<string>; tries: () => number } {
  let tries = 0
  return {
    write: async () => {
      tries++
      if (tries <= times) throw new Error(`away ${tries}`)
      return 'written'
    },
    tries: () => tries,
  }
}

it('writes once where the database answers', async () => {
  const { write, tries } = failing(0)
  expect(await persistently(write)).toBe('written')
  expect(tries()).toBe(1)
})

it('tries again while the database is away, waiting longer each time', async () => {
  const { write, tries } = failing(2)
  const started = performance.now()
  expect(await persistently(write)).toBe('written')
  expect(tries()).toBe(3)
  expect(performance.now() - started).toBeGreaterThan(120)
})

it('gives up after five tries with the last error, for the lease to run out', async () => {
  const { write, tries } = failing(99)
  await expect(persistently(write)).rejects.toThrow('away 5')
  expect(tries()).toBe(5)
}, 20_000)
