import { expect, it } from 'vitest'
import { heartbeatWords } from './crew-table'
import { seconds } from './history'
import { neededWords, noWorkerWords } from './pool-panel'
import { nextWords } from './queue'

it('says how late a heartbeat is in words, not in a colour alone', () => {
  expect(heartbeatWords(11_900)).toEqual({ tone: '', text: '12 s ago' })
  expect(heartbeatWords(12_100)).toEqual({ tone: 'warn', text: 'late: 12 s ago' })
  expect(heartbeatWords(30_100)).toMatchObject({ tone: 'bad', text: expect.stringContaining('no heartbeat for 30 s') })
})

it('tells a pool without workers from one that has nothing to do', () => {
  const depth = { depth: 0, demand: 0, waiting: 0, active: 0, backlog: 0, paused: false }
  expect(noWorkerWords(depth)).toContain('no work')
  const limited = { ...depth, demand: 1200, backlog: 1200 }
  expect(noWorkerWords({ ...limited, depth: 800 })).toContain('800 samples could run')
  expect(noWorkerWords(limited)).toContain('1,200 samples are wanted, and caps or team limits allow none')
  expect(noWorkerWords(null)).toContain('cannot be read')
})

it('says of how many samples that are needed some are allowed now', () => {
  const depth = { depth: 17_713, demand: 36_592, waiting: 0, active: 0, backlog: 36_592, paused: false }
  expect(neededWords(depth)).toBe('of 36,592 needed next')
  // All are, or the gateway wants a worker for a request that it could not take.
  for (const demand of [17_713, 0]) expect(neededWords({ ...depth, demand })).toBe('')
})

it('says about when the next sample starts, and nothing where that is not known', () => {
  const words = [0.4, 11.6, 150, null].map((startsInSeconds) => nextWords({ startsInSeconds }))
  expect(words).toEqual(['now', 'in about 12 s', 'in about 2 min 30 s', '—'])
})

it('writes waits from milliseconds to hours, and what is not known as such', () => {
  expect([0.0123, 4.25, 90, 7500, null].map(seconds)).toEqual(['12 ms', '4.3 s', '1 min 30 s', '2 h 5 min', '—'])
})
