import { expect, test } from 'vitest'
import { drawFinished, four, server, useScriptedServer } from './testing/scripted-draws.js'
import { sends, write } from './testing/start-scripted-server.js'
import { delta, done, end, role, usage } from './testing/wire.js'

useScriptedServer()

test('asks with every sampling field spelt out, the seed, the key and the name of the attempt', async () => {
  server.script = sends(role, four, end('stop'), usage(2), done)
  await drawFinished()
  const [first] = server.seen
  expect(first?.path).toBe('/v1/chat/completions')
  expect(first?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-request-id': 'trial-1/3/2' })
  expect(JSON.parse(first?.body ?? '')).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: 'What is 2 + 2?' }],
    n: 1,
    seed: 1027,
    temperature: 0.7,
    top_p: 0.95,
    top_k: -1,
    min_p: 0,
    repetition_penalty: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    max_completion_tokens: 64,
    logprobs: true,
    top_logprobs: 0,
    return_token_ids: true,
    stream: true,
    stream_options: { include_usage: true },
    request_id: 'trial-1/3/2',
  })
})

test('reads a whole answer: text, log-probabilities, tokens, counts, times', async () => {
  server.script = sends(role, delta('"content":"Ah, "', [-0.125], [10]), four, end('stop'), usage(3), done)
  const drawn = await drawFinished()
  expect(drawn).toMatchObject({ text: 'Ah, \\boxed{4}', reasoning: null, finish: 'stop' })
  expect(drawn).toMatchObject({ promptTokens: 5, completionTokens: 3 })
  expect(drawn.logprobs).toEqual(Float32Array.of(-0.125, -0.5, -0.25))
  expect(drawn.tokenIds).toEqual(Int32Array.of(10, 11, 12))
  expect(drawn.tokens).toEqual(['t', 't', 't'])
  expect(drawn.ttftMs).toBeGreaterThan(0)
  expect(drawn.totalMs).toBeGreaterThanOrEqual(drawn.ttftMs)
})

test.each(['reasoning', 'reasoning_content'])('keeps %s apart from the text, content null', async (field) => {
  const thought = delta(`"content":null,"${field}":"hm"`, [-1], [9])
  server.script = sends(role, thought, thought, four, end('stop'), usage(4), done)
  expect(await drawFinished()).toMatchObject({ text: '\\boxed{4}', reasoning: 'hmhm', completionTokens: 4 })
})

test('a model cut off while thinking has no text', async () => {
  server.script = sends(role, delta('"content":null,"reasoning":"hm"', [-1], [9]), end('length'), usage(1), done)
  expect(await drawFinished()).toMatchObject({ text: '', reasoning: 'hm', finish: 'length' })
})

test.each([
  ['stop', 'stop'],
  ['length', 'length'],
  ['repetition', 'length'],
  ['content_filter', 'declined'],
  ['refusal', 'declined'],
  ['tool_calls', 'tool_calls'],
  ['eos', 'stop'],
  ['STOP', 'stop'],
  ['max_tokens', 'length'],
])('finish_reason %s is %s', async (reason, finish) => {
  server.script = sends(role, four, end(reason), usage(2), done)
  expect(await drawFinished()).toMatchObject({ finish, text: '\\boxed{4}' })
})

test('a refusal in words is a refusal', async () => {
  server.script = sends(role, delta('"refusal":"I will not."', null, null), end('stop'), usage(3), done)
  expect(await drawFinished()).toMatchObject({ finish: 'declined', text: 'I will not.' })
})

test('the clamp of minus infinity is undone; rounding above zero is cut', async () => {
  server.script = sends(
    role,
    delta('"content":"x"', [-9999, -10000.5, '-Infinity', 1e-7], [1, 2, 3, 4]),
    end('stop'),
    usage(4),
  )
  expect((await drawFinished()).logprobs).toEqual(Float32Array.of(-Infinity, -Infinity, -Infinity, 0))
})

test.each([
  ['a null', delta('"content":"x"', [-1, 'null'], [1, 2])],
  ['a NaN', delta('"content":"x NaN "', [-1, 'NaN'], [1, 2])],
  ['no list for a delta that has text', delta('"content":"x"', null, [1, 2])],
  ['fewer entries than tokens', delta('"content":"x"', [-1], [1, 2])],
])('%s leaves no log-probabilities at all, and the rest whole', async (_, broken) => {
  server.script = sends(role, four, broken, end('stop'), usage(4), done)
  const drawn = await drawFinished()
  expect(drawn.logprobs).toBeNull()
  expect(drawn.tokenIds).toEqual(Int32Array.of(11, 12, 1, 2))
  expect(drawn.text).toMatch(/^\\boxed\{4\}x/)
})

test('an end that was seen counts, even if the usage never came', async () => {
  server.script = (response) => {
    write(response, [role, four, end('stop')])
    setTimeout(() => response.destroy(), 20)
  }
  const drawn = await drawFinished()
  expect(drawn).toMatchObject({ finish: 'stop', promptTokens: 5, completionTokens: 2 })
  expect(drawn.logprobs).toHaveLength(2)
})

test.each([
  ['ids in place of texts', four.replaceAll('"token":"t"', '"token":"token_id:11"')],
  ['an entry without its text', four.replace('"token":"t",', '')],
])('%s leaves no texts, and the rest whole', async (_, chunk) => {
  server.script = sends(role, four, chunk, end('stop'), usage(4), done)
  const drawn = await drawFinished()
  expect(drawn.tokens).toBeNull()
  expect(drawn.logprobs).toHaveLength(4)
})
