import { expect, it } from 'vitest'
import { withRetries } from './retries.js'

const away = () => Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })

const refused = () => Object.assign(new Error('violates check constraint'), { code: '23514' })

/** Fails so many times and then succeeds. */
function failing(times: number, error: () => Error = away) {
  const tried = { times: 0 }
  const work = async () => {
    tried.times++
    if (tried.times <= times) throw error()
    return 'written'
  }
  return { work, tried }
}

it('writes once where the database answers', async () => {
  const { work, tried } = failing(0)
  expect(await withRetries(work)).toBe('written')
  expect(tried.times).toBe(1)
})

it('goes on for as long as the database is away, waiting longer each time', async () => {
  const { work, tried } = failing(4)
  const started = performance.now()
  expect(await withRetries(work)).toBe('written')
  expect(tried.times).toBe(5)
  expect(performance.now() - started).toBeGreaterThan(0.5 * (50 + 100 + 200 + 400))
})

it('does not send again what the database refused', async () => {
  const { work, tried } = failing(99, refused)
  await expect(withRetries(work)).rejects.toThrow('check constraint')
  expect(tried.times).toBe(1)
})

it('gives up after five more tries once nobody waits for it', async () => {
  const { work, tried } = failing(99)
  await expect(withRetries(work, AbortSignal.abort('worker draining'))).rejects.toThrow('administrator command')
  expect(tried.times).toBe(5)
})
