import { expect, it } from 'vitest'
import { BARE_SAMPLE, type LogSample } from '../log-entry.js'
import { importedSample, tokenCount } from './imported-sample.js'
import type { LogWanted } from './survey-log.js'

const place = { questionId: 'q-3', index: 2 }

it.each([null, 0, 512, 16_777_216])('takes %s', (count) => {
  expect(tokenCount(place, 'prompt', count)).toBe(count)
})

it.each([-1, 1.5, 16_777_217, 2_000_000_000])('refuses %s, and says where', (count) => {
  expect(() => tokenCount(place, 'completion', count)).toThrow(
    `question q-3, sample 2: the log counts ${count} completion tokens, but the count must be a whole number of tokens from 0 to 16,777,216`,
  )
})

it.each<[string, Partial<LogSample>, number | null]>([
  ['as it counts them', { completionTokens: 9, tokens: ['a', 'b'] }, 9],
  ['by its log-probabilities', { logprobs: [-1, -1, -1] }, 3],
  ['by its words', { tokens: ['a', 'b'] }, 2],
  ['not at all', {}, null],
])('takes a log’s tokens %s, as a replay does', (_, sample, tokens) => {
  const same = { map: (value: number) => value }
  const wanted = {
    rules: { kind: 'math', paper: false },
    maps: { confidence: same, reward: same },
    signals: [],
  } as unknown as LogWanted & { signals: [] }
  expect(importedSample({ ...BARE_SAMPLE, text: '4', ...sample }, place, wanted).completionTokens).toBe(tokens)
})
