import { expect, it } from 'vitest'
import { UsageError } from '../errors.js'
import { AwayError, retryWhileAway } from './api-client.js'

/** Fails with each error in turn, then answers. */
function failing(...errors: readonly Error[]) {
  const left = [...errors]
  let requests = 0
  const ask = async () => {
    requests += 1
    const error = left.shift()
    if (error !== undefined) throw error
    return 'answer'
  }
  return { ask, requestCount: () => requests }
}

const soon = { retryAfterMs: 1 }

it('asks again while the API is away, and tells when it went and that it is back', async () => {
  const messages: string[] = []
  const { ask, requestCount } = failing(new AwayError('gone', soon), new AwayError('still gone', soon))
  const persistence = { patienceMs: 60_000, tell: (text: string) => messages.push(text) }
  expect(await retryWhileAway(ask, persistence)).toBe('answer')
  expect(requestCount()).toBe(3)
  expect(messages).toEqual([expect.stringContaining('gone\nTrying again'), expect.stringContaining('answers again')])
})

it('gives up once patience is over, with the last reason', async () => {
  const away = Array.from({ length: 1000 }, () => new AwayError('gone', { retryAfterMs: 20 }))
  const { ask, requestCount } = failing(...away)
  await expect(retryWhileAway(ask, { patienceMs: 200, tell: () => {} })).rejects.toThrow('gone')
  expect(requestCount()).toBeGreaterThan(2)
  expect(requestCount()).toBeLessThan(20)
})

it('asks no more than a few times where the API answers with errors of its own, and once where it refuses', async () => {
  const broken = failing(...Array.from({ length: 50 }, () => new AwayError('wrong', { ...soon, broken: true })))
  await expect(retryWhileAway(broken.ask, { patienceMs: 60_000, tell: () => {} })).rejects.toThrow('wrong')
  expect(broken.requestCount()).toBe(6)
  const refused = failing(new UsageError('no'))
  await expect(retryWhileAway(refused.ask, { patienceMs: 60_000, tell: () => {} })).rejects.toThrow('no')
  expect(refused.requestCount()).toBe(1)
})
