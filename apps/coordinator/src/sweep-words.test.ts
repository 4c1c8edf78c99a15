import { expect, it } from 'vitest'
import { expiredWords, gatewayWords, missingCallsWords, missingRoundsWords } from './sweep-words.js'

it.each([
  missingCallsWords('gpu', 3),
  missingCallsWords('gpu', 1),
  missingRoundsWords(2),
  expiredWords('gpu', 1),
  expiredWords('gpu', 4),
])('says what happened, that nothing is lost, and what to do: %s', (words) => {
  expect(words).toContain('Nothing is lost: ')
  expect(words).toMatch(/\. If (?:this repeats, check|you stopped no worker, read)/u)
  expect(words).not.toMatch(/had lost|1 calls/u)
})

it('counts calls, rounds and requests', () => {
  expect(missingCallsWords('gpu', 3)).toMatch(/^the queue of pool gpu lacked 3 calls, .* PostgreSQL has them/u)
  expect(missingRoundsWords(1)).toMatch(/lacked 1 round, .* it is requested again/u)
  expect(expiredWords('gpu', 1)).toMatch(/^1 call of pool gpu has a worker that fell silent: .* make it again/u)
  expect(gatewayWords(2)).toBe(
    '2 requests of a gateway that was killed ended without an answer: the sender can send them again',
  )
})
