import { inflateRawSync } from 'node:zlib'
import { GRADING_VERSION } from '@cges-fleet/answers'
import { marsConfidence, SIGNALS_VERSION, tokenConfidences } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import type { Finished } from '../model-server/drawn.js'
import { parseResponse, undrawn } from './parse-response.js'

const LOGPROBS = [-0.1, -2.3025850929940455, -1e-9, 0]

function finished(changes: Partial<Finished> = {}): Finished {
  return {
    kind: 'finished',
    text: 'It is \\boxed{42}.',
    reasoning: null,
    toolCalls: [],
    finish: 'stop',
    logprobs: Float32Array.from(LOGPROBS),
    gap: null,
    tokenIds: Int32Array.from([1, 2, 3, 2_000_000_000]),
    tokens: null,
    certainties: null,
    minima: null,
    promptTokens: 5,
    completionTokens: 4,
    streamed: true,
    ttftMs: 12.5,
    totalMs: 99,
    ...changes,
  }
}

const reading = { kind: 'math', paper: false, choices: undefined, engine: '0.9 m' } as const

const calls = (...written: readonly string[]) =>
  finished({
    text: '',
    finish: 'tool_calls',
    toolCalls: written.map((text) => ({ name: 'weather', arguments: text })),
  })

it('takes calls of functions for an answer where some were offered, compared by what they say', () => {
  const tools = { ...reading, tools: true }
  const one = parseResponse(calls('{"city": "Bern", "days": 3}'), tools)
  expect(one).toMatchObject({ outcome: 'answer', answerTier: null, finishReason: 'tool_calls' })
  expect(JSON.parse(one.rawAnswer ?? '')).toEqual([{ name: 'weather', arguments: '{"city": "Bern", "days": 3}' }])
  expect(parseResponse(calls('{"days":3,"city":"Bern"}'), tools).answerKey).toBe(one.answerKey)
  expect(parseResponse(calls('{"city":"Thun","days":3}'), tools).answerKey).not.toBe(one.answerKey)
  expect(parseResponse(calls('{"city":"a\\u0000b"}'), tools).answerKey).not.toContain('\0')
  for (const none of [calls('{"city":'), calls()])
    expect(parseResponse(none, tools)).toMatchObject({ outcome: 'no_answer', answerKey: null })
  expect(parseResponse(calls('{}'), reading)).toMatchObject({ outcome: 'no_answer', answerKey: null })
})

it('reads the answer, its key, and what the call cost', () => {
  expect(parseResponse(finished({ text: '\\boxed{42.0}' }), reading)).toMatchObject({
    outcome: 'answer',
    rawAnswer: '42.0',
    answerKey: '42',
    answerTier: 'marked',
    gradingVersion: GRADING_VERSION,
    signalsVersion: SIGNALS_VERSION,
    promptTokens: 5,
    completionTokens: 4,
    finishReason: 'stop',
    ttftMs: 12.5,
    totalMs: 99,
    engine: '0.9 m',
    error: null,
  })
})

it('computes confidences from the 32-bit values it stores, so that computing again gives the same bits', () => {
  const { signals, body } = parseResponse(finished(), reading)
  const bytes = inflateRawSync(body?.logprobs ?? Buffer.alloc(0))
  const stored = Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i))
  expect(stored).toEqual(LOGPROBS.map(Math.fround))
  expect(signals).toEqual(tokenConfidences(stored))
  expect(signals).not.toEqual(tokenConfidences(LOGPROBS))
  const mean = stored.reduce((sum, logprob) => sum + Math.exp(logprob), 0) / stored.length
  expect(signals?.['lns-arith']).toBeCloseTo(mean, 14)
  const ids = inflateRawSync(body?.tokenIds ?? Buffer.alloc(0))
  expect([0, 4, 8, 12].map((at) => ids.readInt32LE(at))).toEqual([1, 2, 3, 2_000_000_000])
})

it('packs a view into a larger buffer without its neighbours', () => {
  const whole = Float32Array.from([9, ...LOGPROBS, 9])
  const { body, signals } = parseResponse(finished({ logprobs: whole.subarray(1, 5) }), reading)
  expect(inflateRawSync(body?.logprobs ?? Buffer.alloc(0))).toHaveLength(16)
  expect(signals).toEqual(parseResponse(finished(), reading).signals)
})

it('has no confidences where the server gave no log-probabilities', () => {
  expect(parseResponse(finished({ logprobs: null, tokenIds: null }), reading)).toMatchObject({
    outcome: 'answer',
    signals: null,
    body: { logprobs: null, tokenIds: null },
  })
})

it.each([
  ['length', 'truncated'],
  ['declined', 'declined'],
] as const)('never takes an answer from a response that ended with %s', (finish, outcome) => {
  expect(parseResponse(finished({ finish }), reading)).toMatchObject({
    outcome,
    rawAnswer: null,
    answerKey: null,
    body: { text: 'It is \\boxed{42}.' },
  })
})

it('says that there is no answer where none can be read', () => {
  expect(parseResponse(finished({ text: 'I do not know' }), reading)).toMatchObject({
    outcome: 'no_answer',
    rawAnswer: null,
    answerKey: null,
  })
})

const read = (text: string, choices?: number) =>
  parseResponse(finished({ text }), { ...reading, kind: 'choice', choices }).answerKey

it('takes no letter beyond the choices that were offered', () => {
  expect(read('\\boxed{D}', 4)).toBe('D')
  expect(read('\\boxed{E}', 4)).toBeNull()
  expect(read('The answer is (J)', 10)).toBe('J')
  expect(read('\\boxed{E}')).toBe('E')
})

it('stores text without NUL or halves of surrogate pairs, and leaves whole pairs alone', () => {
  const text = 'a\u0000b \uD83D\uDE00 \uDE00 \\boxed{1\u00002}'
  const stored = parseResponse(finished({ text, reasoning: '\u0000' }), reading)
  expect(stored.body).toMatchObject({ text: 'a\uFFFDb \u{1F600} \uFFFD \\boxed{1\uFFFD2}', reasoning: '\uFFFD' })
  expect(`${stored.rawAnswer}${stored.answerKey}`).not.toContain('\u0000')
})

it('keeps of a sample that could not be drawn the reason alone, cut to a thousand characters', () => {
  const drawn = undrawn('invalid_request', 'x'.repeat(1500))
  expect(drawn).toMatchObject({ outcome: 'invalid_request', answerKey: null, signals: null, body: null })
  expect(drawn.error).toHaveLength(1000)
})

it('computes mars where the server told the tokens’ texts, from the same 32-bit values', () => {
  const tokens = ['First', ' add.\n\n', 'It is', ' \\boxed{42}.']
  const { signals } = parseResponse(finished({ tokens }), reading)
  expect(signals?.mars).toBe(marsConfidence({ tokens, logprobs: Float32Array.from(LOGPROBS) })?.confidence)
  expect(signals?.mars).not.toBe(signals?.['lns-geom'])
  expect(parseResponse(finished(), reading).signals).not.toHaveProperty('mars')
  expect(parseResponse(finished({ logprobs: null, tokens }), reading).signals).toBeNull()
})

it('computes mars-learned only from what a step scorer said, where there are tokens’ texts', () => {
  const tokens = ['First', ' add.\n\n', 'It is', ' \\boxed{42}.']
  const importance = [0.1, 0.9]
  const { signals } = parseResponse(finished({ tokens }), { ...reading, importance })
  const logs = LOGPROBS.map(Math.fround)
  const [first = 0, second = 0] = [
    [0, 1],
    [2, 3],
  ].map((at) => at.reduce((sum, i) => sum + (logs[i] ?? 0) / 2, 0))
  const weight = 1 / (1 + Math.exp(-(0.9 - 0.1) / 0.1))
  const mean = (first + second) / 2
  expect(signals?.['mars-learned']).toBeCloseTo(Math.exp((mean + (1 - weight) * first + weight * second) / 2), 12)
  expect(signals?.mars).toBe(parseResponse(finished({ tokens }), reading).signals?.mars)
  expect(parseResponse(finished({ tokens }), reading).signals).not.toHaveProperty('mars-learned')
  expect(parseResponse(finished(), { ...reading, importance }).signals).not.toHaveProperty('mars-learned')
})

it('computes what reads self-certainty where the likeliest tokens came with every token', () => {
  const { signals } = parseResponse(finished({ certainties: Float32Array.of(1, 2, 3) }), reading)
  expect(signals?.['self-certainty']).toBeCloseTo(1 - Math.exp(-2), 12)
  expect(signals?.['self-certainty-b10-window']).toBeCloseTo(2 / Math.log(1e9), 12)
  expect(parseResponse(finished(), reading).signals).not.toHaveProperty('self-certainty')
  expect(parseResponse(finished(), reading).signals).not.toHaveProperty('self-certainty-b10-window')
})

function keyOf(text: string, paper: boolean): string | null {
  return parseResponse(finished({ text }), { ...reading, paper }).answerKey
}

it('votes by value, or in the paper’s way on the answer as it is written', () => {
  expect([keyOf('\\boxed{\\frac12}', false), keyOf('\\boxed{0.5}', false)]).toEqual(['0.5', '0.5'])
  expect([keyOf('\\boxed{\\frac12}', true), keyOf('\\boxed{0.5}', true)]).toEqual(['\\frac12', '0.5'])
})

it('takes the answer of a question that was finished before the response was cut in one it made up', () => {
  const text = 'It is \\boxed{42}.\n\nQuestion: What is 2 + 2?\nAnswer: It'
  expect(parseResponse(finished({ finish: 'length', text }), reading)).toMatchObject({
    outcome: 'answer',
    answerKey: '42',
    finishReason: 'length',
  })
})
