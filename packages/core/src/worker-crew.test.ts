import { expect, it } from 'vitest'
import { crewOf } from './worker-crew.js'

const worker = (heartbeatAgeMs: number, reason: string | null = null) => ({
  ready: reason === null,
  reason,
  heartbeatAgeMs,
})

it('counts no worker as ready that missed two heartbeats, and says for how long it has been silent', () => {
  expect(crewOf([worker(400), worker(5100), worker(4000)])).toEqual({ known: 3, ready: 3, reason: null })
  const reason = '1 worker has been silent for 14 s'
  expect(crewOf([worker(400), worker(5100), worker(14_200)])).toEqual({ known: 3, ready: 2, reason })
  expect(crewOf([worker(400), worker(13_000), worker(14_200)]).reason).toBe('2 workers have been silent for 14 s')
})

it('names first what a worker says of itself', () => {
  const crew = [worker(400, 'its server is away'), worker(20_000, 'an old reason')]
  expect(crewOf(crew)).toEqual({ known: 2, ready: 0, reason: 'its server is away' })
  expect(crewOf([])).toEqual({ known: 0, ready: 0, reason: null })
})
