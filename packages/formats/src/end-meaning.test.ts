import { expect, it } from 'vitest'
import { logEnd } from './end-meaning.js'

it.each([
  ['stop', 'stop'],
  ['EOS', 'stop'],
  ['max_tokens', 'length'],
  ['content_filter', 'declined'],
  ['declined', 'declined'],
  ['tool_calls', 'declined'],
  ['ended_early', 'ended_early'],
  ['', null],
  [null, null],
])('an answer that ended with %s is %s', (word, finish) => {
  expect(logEnd(word)).toEqual({ finish, error: null })
})

it.each(['abort', 'insufficient_system_resource', 'error'])('%s is no answer', (word) => {
  expect(logEnd(word)).toEqual({ finish: null, error: expect.stringContaining(word) })
})
