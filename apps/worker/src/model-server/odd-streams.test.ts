import { LONGEST_TEXT } from '@cges-fleet/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AnswerReader } from './answer-reader.js'
import { CompletionCollector } from './completion-collector.js'
import type { Finished } from './drawn.js'
import { StreamFault } from './sse-parser.js'

// What servers other than vLLM were reported to send, and worse.

type Read = Pick<
  Finished,
  'text' | 'reasoning' | 'toolCalls' | 'logprobs' | 'gap' | 'promptTokens' | 'completionTokens'
> & {
  readonly finish: Finished['finish'] | null
}

const MAX_TOKENS = 64

/** Reads the body of a response, with status 200, to its end. */
function readBody(body: string): Read {
  const collector = new CompletionCollector(() => 1, { maxTokens: MAX_TOKENS })
  const reader = new AnswerReader(collector, 1 << 20)
  reader.push(new TextEncoder().encode(body))
  reader.end()
  return { ...collector.content(), finish: collector.finish }
}

const event = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const read = (...events: readonly unknown[]) => readBody(events.map(event).join(''))

function faultOf(work: () => unknown): string {
  try {
    return JSON.stringify(work())
  } catch (error) {
    if (error instanceof StreamFault) return `${error.what}: ${error.message}`
    throw error
  }
}

const entry = (token: string, logprob: unknown = -0.5) => ({ token, logprob, top_logprobs: [] })
const choice = (content: unknown, fields: object = {}) => ({
  index: 0,
  delta: { content },
  logprobs: typeof content === 'string' && content !== '' ? { content: [entry(content)] } : null,
  finish_reason: null,
  ...fields,
})
const chunk = (...choices: readonly object[]) => ({ object: 'chat.completion.chunk', choices })
const says = (content: unknown, fields: object = {}) => chunk(choice(content, fields))
const ends = (reason: unknown = 'stop', delta: unknown = {}) => chunk({ index: 0, delta, finish_reason: reason })
const counts = (completion: unknown, prompt: unknown = 9, choices: unknown = []) => ({
  choices,
  usage: { prompt_tokens: prompt, completion_tokens: completion },
})

const answer = [says('It is '), says('12.')]
const whole = { text: 'It is 12.', finish: 'stop', promptTokens: 9, completionTokens: 2, gap: null }

test.each<[string, readonly unknown[]]>([
  ['usage null in every chunk', [{ ...answer[0], usage: null }, { ...answer[1], usage: null }, ends(), counts(2)]],
  ['usage {} in every chunk', [{ ...answer[0], usage: {} }, { ...answer[1], usage: {} }, ends(), counts(2)]],
  ['usage before the text', [counts(2), ...answer, ends()]],
  ['usage counted as it goes', [{ ...counts(1), ...answer[0] }, { ...counts(2), ...answer[1] }, ends()]],
  ['choices null beside the usage', [...answer, ends(), counts(2, 9, null)]],
  ['a last delta of null', [...answer, ends('stop', null), counts(2)]],
  ['a last choice without delta', [...answer, chunk({ index: 0, finish_reason: 'stop' }), counts(2)]],
  ['choices without an index', [says('It is ', { index: null }), says('12.', { index: undefined }), ends(), counts(2)]],
  ['two deltas in one event', [chunk(choice('It is '), choice('12.')), ends(), counts(2)]],
  ['finish_reason "" while it runs', [says('It is ', { finish_reason: '' }), says('12.'), ends(), counts(2)]],
  ['finish_reason "null" while it runs', [says('It is ', { finish_reason: 'null' }), says('12.'), ends(), counts(2)]],
  ['[DONE] several times, with blanks', [...answer, ends(), counts(2), '[DONE]', '[DONE]', '[DONE] ']],
  ['an error after its end', [...answer, ends(), counts(2), { error: { message: 'late' } }]],
  ['garbage after its end', [...answer, ends(), counts(2), '{"choices":', 'nonsense']],
  ['another choice after its end', [...answer, ends(), counts(2), says('99', { index: 1 })]],
  ['two ends', [...answer, ends(), ends('length'), counts(2)]],
  ['pings, and events that are empty', [{ type: 'ping' }, ' ', ...answer, ends(), counts(2)]],
  ['content as parts', [says([{ type: 'text', text: 'It is 12.' }], logged(2)), ends(), counts(2)]],
  ['error null', [{ ...answer[0], error: null }, answer[1], ends(), counts(2)]],
  ['a whole message as the one event', [chunk(wholeChoice()), counts(2)]],
  ['a whole message after its deltas', [...answer, chunk(wholeChoice({ logprobs: null })), counts(2)]],
])('reads the answer beside %s', (_, events) => {
  expect(read(...events)).toMatchObject(whole)
})

function logged(count: number): object {
  return { logprobs: { content: Array.from({ length: count }, () => entry('t')) } }
}

function wholeChoice(changes: object = {}): object {
  return {
    index: 0,
    message: { role: 'assistant', content: 'It is 12.' },
    finish_reason: 'stop',
    ...logged(2),
    ...changes,
  }
}

test('reads a stream whose events are not parted by blank lines, and a last one that no line ends', () => {
  const lines = [...answer, ends(), counts(2)].map((data) => `data: ${JSON.stringify(data)}\n`).join('')
  expect(readBody(`${lines}data: [DONE]`)).toMatchObject(whole)
})

test('reads a whole completion from a server that does not stream, of both endpoints', () => {
  const { usage } = counts(2)
  expect(readBody(JSON.stringify({ object: 'chat.completion', choices: [wholeChoice()], usage }))).toMatchObject(whole)
  const logprobs = { tokens: ['It is ', '12.'], token_logprobs: [-0.5, -0.5] }
  const text = { index: 0, text: 'It is 12.', logprobs, finish_reason: 'stop' }
  expect(readBody(`\uFEFF\n${JSON.stringify({ choices: [text], usage })}`)).toMatchObject(whole)
})

test.each<[string, readonly unknown[], RegExp]>([
  ['an unknown end', [...answer, ends('no_more_credits')], /^unknown_end: .*finish_reason no_more_credits/],
  ['want of resources', [...answer, ends('insufficient_system_resource')], /^gave_up: .*insufficient_system_resource/],
  ['an abort', [...answer, ends('abort')], /^gave_up/],
  ['an end by an error', [...answer, ends('error')], /^reported_error/],
  ['a second choice', [says('It is '), says('99', { index: 1 })], /^other_choice: .*choice 1/],
  ['two choices without index', [chunk(choice('It', { index: null }), choice('99', { index: null }))], /^other_choice/],
  ['text after its end', [...answer, ends(), says(' Or 13.')], /^text_after_end/],
  [
    '"stop" on every chunk',
    [says('1', { finish_reason: 'stop' }), says('2', { finish_reason: 'stop' })],
    /^text_after_end/,
  ],
  ['another message than its deltas', [...answer, chunk(wholeChoice({ message: { content: '99' } }))], /^unreadable/],
  ['a part that is not known', [says([{ type: 'audio', data: '' }])], /^unreadable_event/],
  ['an error', [answer[0], { error: { message: 'out of memory' } }], /^reported_error: .*out of memory/],
  ['an error without a message', [answer[0], { error: { code: 502 } }], /^reported_error: .*502/],
  ['an error beside no choices', [{ choices: [], error: { message: 'limit reached' } }], /limit reached/],
  ['an error of its own form', [answer[0], { object: 'error', message: 'out of memory' }], /^reported_error: .*memory/],
  ['a message alone', [answer[0], { code: 'Throttling', message: 'too many' }], /^reported_error: .*too many/],
  ['an event that is no chunk', [answer[0], '{"choices":'], /^unreadable_event: .*\{"choices":/],
])('%s is a fault with a name', (_, events, fault) => {
  expect(faultOf(() => read(...events))).toMatch(fault)
})

test.each([
  ['a page', '<!doctype html><p>Sign in', /^no_completion: .*<!doctype html><p>Sign in/],
  ['an object of another form', '{"response":"It is 12.","done":true}', /^no_completion: .*"response"/],
  ['an object cut off', '{"choices":[{"index":0,', /^no_completion/],
  ['an error of status 200', '{"error":{"message":"no credit"}}', /^reported_error: .*no credit/],
  ['an error event', 'event: error\ndata: {"message":"overloaded"}\n\n', /^reported_error: .*overloaded/],
])('%s in place of a stream is a fault with a name', (_, body, fault) => {
  expect(faultOf(() => readBody(body))).toMatch(fault)
})

test('a call of a tool is no answer, whatever word ends it', () => {
  const call = { tool_calls: [{ function: { name: 'calc' } }] }
  expect(read(...answer, chunk({ index: 0, delta: call }), ends('tool_calls')).finish).toBe('tool_calls')
  expect(read(...answer, chunk({ index: 0, delta: call }), ends('stop')).finish).toBe('tool_calls')
})

const calling = (...tool_calls: readonly unknown[]) => chunk({ index: 0, delta: { tool_calls } })
const part = (written: string | null, more: object = {}) => ({ function: { arguments: written }, ...more })
const named = (name: string, more: object = {}) => ({
  id: 'a',
  type: 'function',
  function: { name, arguments: '' },
  ...more,
})

test.each<[string, readonly unknown[]]>([
  [
    'in pieces',
    [calling(named('sum', { index: 0 })), calling(part('{"a"', { index: 0 })), calling(part(':1}', { index: 0 }))],
  ],
  ['in pieces without a place', [calling(named('sum')), calling(part('{"a":')), calling(part('1}'))]],
  ['at once', [calling({ index: 0, function: { name: 'sum', arguments: '{"a":1}' } })]],
  [
    'with its name in every piece',
    [calling(named('sum', { index: 0 })), calling({ index: 0, function: { name: 'sum', arguments: '{"a":1}' } })],
  ],
  [
    'and again as a whole message',
    [
      calling({ index: 0, function: { name: 'sum', arguments: '{"a":1}' } }),
      chunk({
        index: 0,
        message: { content: null, tool_calls: [{ function: { name: 'sum', arguments: '{"a":1}' } }] },
      }),
    ],
  ],
])('reads a call of a function sent %s', (_, events) => {
  expect(read(...events, ends('tool_calls'), counts(3))).toMatchObject({
    toolCalls: [{ name: 'sum', arguments: '{"a":1}' }],
    finish: 'tool_calls',
    text: '',
  })
})

test('reads calls made side by side, and those of a server that does not stream', () => {
  const both = [
    { name: 'sum', arguments: '{"a":1}' },
    { name: 'product', arguments: '{}' },
  ]
  const streamed = read(
    calling(named('sum', { index: 0 }), named('product', { index: 1 })),
    calling(part('{}', { index: 1 }), part('{"a":1}', { index: 0 })),
    ends('tool_calls'),
  )
  expect(streamed.toolCalls).toEqual(both)
  const message = { content: null, tool_calls: both.map((of) => ({ type: 'function', function: of })) }
  const whole = readBody(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }))
  expect(whole.toolCalls).toEqual(both)
})

test('bounds calls of functions as it does text', () => {
  const many = Array.from({ length: 1000 }, (_, index) => named('f', { index }))
  expect(read(calling(...many), ends('tool_calls')).toolCalls).toHaveLength(128)
  const far = read(calling(named('f', { index: 1e9 })), ends('tool_calls'))
  expect(far.toolCalls).toEqual([])
  const collector = new CompletionCollector(() => 1, { maxTokens: MAX_TOKENS })
  const most = JSON.stringify(calling(part('x'.repeat(LONGEST_TEXT), { index: 0 })))
  collector.take({ name: '', data: most })
  expect(collector.isOverLimit).toBe(false)
  collector.take({ name: '', data: JSON.stringify(calling(part('x', { index: 0 }))) })
  expect(collector.finish).toBe('length')
})

test('calls of another form are calls alone', () => {
  expect(read(calling(7, { function: null }), ends('stop'))).toMatchObject({ finish: 'tool_calls' })
})

const thoughtOf = (delta: object) => read(chunk({ index: 0, delta }), ...answer, ends(), counts(3)).reasoning

test('reasoning counts once, under whichever name it comes, also beside an empty one', () => {
  expect(thoughtOf({ reasoning: 'hm' })).toBe('hm')
  expect(thoughtOf({ reasoning_content: 'hm', reasoning: '' })).toBe('hm')
  expect(thoughtOf({ reasoning_content: 'hm', reasoning: 'hm' })).toBe('hm')
  expect(thoughtOf({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] })).toBe('hm')
})

test('counts that differ by the token that ends the answer are one answer; more is named', () => {
  for (const count of [1, 2, 3]) {
    expect(read(...answer, ends(), counts(count))).toMatchObject({ gap: null, completionTokens: count })
    expect(read(...answer, ends(), counts(count)).logprobs).toHaveLength(2)
  }
  expect(read(...answer, ends(), counts(9))).toMatchObject({
    logprobs: null,
    gap: { kind: 'counts', logged: 2, counted: 9 },
    completionTokens: 9,
  })
})

test('an end token without a log-probability takes none from the others', () => {
  const end = chunk({ index: 0, delta: { content: '' }, token_ids: [2], finish_reason: 'stop' })
  expect(read(...answer, end, counts(3))).toMatchObject({ gap: null, finish: 'stop' })
})

test.each([
  ['none at all', says('12', { logprobs: null }), 'none'],
  ['one in two', chunk(choice('1'), choice('2', { logprobs: null })), 'incomplete'],
  ['null', says('12', { logprobs: { content: [entry('12', null)] } }), 'incomplete'],
  ['a probability for one', says('12', { logprobs: { content: [entry('12', 0.7)] } }), 'incomplete'],
  ['lists of another form', says('12', { logprobs: { content: 'none' } }), 'none'],
])('log-probabilities: %s', (_, event, gap) => {
  expect(read(event, ends())).toMatchObject({ text: '12', finish: 'stop', logprobs: null, gap: { kind: gap } })
})

test.each([-47_529_916, 2_000_000_000, 3_000_000_000, 1.5, '2', null, 0])(
  'a count of %s is none: what came is counted',
  (count) => {
    expect(read(...answer, ends(), counts(count, count))).toMatchObject({ promptTokens: 0, completionTokens: 2 })
  },
)

test('tokens are counted where a server says nothing of them', () => {
  expect(read(says('a', { logprobs: null }), says('b', { logprobs: null }), ends())).toMatchObject({
    completionTokens: 2,
  })
})

test('an answer past its token limit is cut, however the server reports tokens', () => {
  const plain = Array.from({ length: 200 }, () => says('x', { logprobs: null }))
  expect(read(...plain, ends())).toMatchObject({ finish: 'length', completionTokens: MAX_TOKENS + 64 + 1 })
  expect(read(says('x', logged(200)), ends()).finish).toBe('length')
  expect(read(says('x', { ...logged(200), finish_reason: 'stop' })).finish).toBe('length')
  expect(read(says('x', logged(MAX_TOKENS + 64)), ends()).finish).toBe('stop')
})

test('more bytes than an answer can have are a fault', () => {
  expect(faultOf(() => readBody(`: ${'.'.repeat(1 << 20)}`))).toMatch(/^too_long: .*1048576 bytes/)
  expect(faultOf(() => readBody(`{"${'.'.repeat(1 << 20)}`))).toMatch(/^too_long/)
})

test('ends an answer before the stop sequence that is whole first, however the server cuts it into events', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1 }), fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces, stop) => {
      const collector = new CompletionCollector(() => 1, { maxTokens: MAX_TOKENS, stop })
      const events = [...pieces.map((text) => says(text)), ends('length')]
      for (const data of events) collector.take({ name: '', data: JSON.stringify(data) })
      const text = pieces.join('')
      const whole = Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1))
      const first = whole.find((part) => stop.some((each) => part.endsWith(each)))
      const longest = Math.max(...stop.map((each) => (first?.endsWith(each) === true ? each.length : 0)))
      expect(collector.content().text).toBe(first === undefined ? text : first.slice(0, first.length - longest))
      expect([collector.finish, collector.isStopped]).toEqual(first === undefined ? ['length', false] : ['stop', true])
    }),
  )
})

test('counts what llama.cpp sent of an answer that is ended here, and the prompt by its timings', () => {
  const collector = new CompletionCollector(() => 1, { maxTokens: MAX_TOKENS, stop: ['\n\nQuestion:'] })
  const timings = { cache_n: 62, prompt_n: 5, prompt_ms: 31.2, predicted_n: 1 }
  for (const text of [' The', ' answer', ' is', ' Paris', '.', '\n\n', 'Question', ':', ' What']) {
    const content = [{ id: 1, token: text, bytes: [], logprob: -0.5, top_logprobs: [] }]
    const choices = [{ text, index: 0, logprobs: { content }, finish_reason: null }]
    collector.take({ name: '', data: JSON.stringify({ choices, timings, object: 'text_completion' }) })
  }
  const { text, promptTokens, completionTokens, logprobs } = collector.content()
  expect([collector.finish, text]).toEqual(['stop', ' The answer is Paris.'])
  expect([promptTokens, completionTokens, logprobs?.length]).toEqual([67, 8, 8])
})
