import { expect, it } from 'vitest'
import { Refusal } from '../http/refusal.js'
import { readChat } from './read-chat.js'

const by = {
  pools: [
    {
      name: 'gpu',
      model: 'qwen',
      maxModelLen: null,
      slots: 1,
      paused: false,
      pauseReason: null,
      createdAt: new Date(0),
    },
  ],
  defaultMethod: 'sc@4',
  takesTools: true,
  mostCalls: 64,
  seed: () => 7,
}

const request = (more: object = {}, message: object = {}) => ({
  model: 'gpu',
  messages: [{ role: 'user', content: 'What is 3 times 17?', ...message }],
  ...more,
})

function refusedParam(json: unknown): unknown {
  try {
    readChat(json, by)
    return 'read'
  } catch (error) {
    return error instanceof Refusal ? (error.body as { error: { param: unknown } }).error.param : error
  }
}

it.each<[string, object, object]>([
  ['the type that lm-evaluation-harness gives each message', {}, { type: 'text' }],
  ['the name of a speaker', {}, { name: 'ada' }],
  ['parts of text', {}, { content: [{ type: 'text', text: 'What is 3 times 17?' }] }],
  ['what OpenAI is told of the caller', { user: 'ada', safety_identifier: 'a', metadata: { run: '1' } }, {}],
  [
    'how OpenAI is to serve',
    { store: true, service_tier: 'flex', prompt_cache_key: 'a', parallel_tool_calls: false },
    {},
  ],
  ['no logprobs', { logprobs: false }, {}],
  [
    'null for what is left out',
    { store: null, metadata: null, stop: null, seed: null, functions: null },
    { name: null },
  ],
])('asks the same with %s', (_, more, message) => {
  expect(readChat(request(more, message), by)).toEqual(readChat(request(), by))
})

it.each<[string, object, object]>([
  ['messages.0.type', {}, { type: 'image' }],
  ['messages.0.tool_calls', {}, { tool_calls: [] }],
  ['messages.0.content', {}, { content: [{ type: 'image_url', image_url: { url: 'x' } }] }],
  ['store', { store: 'yes' }, {}],
  [
    'messages.0.tool_calls',
    {},
    { tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '' } }] },
  ],
  ['messages.0.tool_call_id', {}, { tool_call_id: 'a' }],
  ['messages.0.tool_call_id', {}, { role: 'tool' }],
  ['messages.0.content', {}, { content: null }],
  ['tools', { tools: [] }, {}],
  ['tools.0.type', { tools: [{ type: 'web_search' }] }, {}],
  ['tools.0.function.name', { tools: [{ type: 'function', function: { name: 'a b' } }] }, {}],
  ['tools', { tool_choice: 'required' }, {}],
  ['logprobs', { logprobs: true }, {}],
  ['cges.method', { cges: { method: 'parallel-probe@8' } }, {}],
  ['cges.votes', { cges: { votes: 3 } }, {}],
])('refuses %s by its name', (param, more, message) => {
  expect(refusedParam(request(more, message))).toBe(param)
})

const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]

it('hands tools to the model server, with how they may be called, unless its operator refuses them', () => {
  const more = { tools, tool_choice: 'required', parallel_tool_calls: false }
  const read = readChat(request(more), by)
  expect(read.body.extra).toEqual(more)
  expect(read.tokensPerCall).toBeGreaterThan(readChat(request(), by).tokensPerCall + JSON.stringify(tools).length - 4)
  expect(readChat(request({ parallel_tool_calls: true, tool_choice: 'auto' }), by).body.extra).toEqual({})
  expect(() => readChat(request({ tools }), { ...by, takesTools: false })).toThrow('takes no tools')
})

it('reads the calls made earlier, and what they gave', () => {
  const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Bern"}' } }
  const messages = [
    { role: 'user', content: 'How warm is Bern?' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', content: [{ type: 'text', text: '12' }], tool_call_id: 'call_1' },
  ]
  expect(readChat(request({ tools, messages }), by).body.messages).toEqual([
    messages[0],
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', content: '12', tool_call_id: 'call_1' },
  ])
})

it('reads from the name what a harness can send in no field, and prefers the field', () => {
  const named = { model: 'gpu@sc@8;kind=choice;deadline=8000;minSamples=3;noAnswer=error' }
  expect(readChat(request(named), by)).toMatchObject({
    pool: 'gpu',
    method: { method: 'sc', budget: 8 },
    body: { answerKind: 'choice', choices: null },
    deadlineMs: 8000,
    minSamples: 3,
    noAnswer: 'error',
  })
  const both = { ...named, cges: { kind: 'text', deadlineMs: 100 } }
  expect(readChat(request(both), by)).toMatchObject({ body: { answerKind: 'text' }, deadlineMs: 100, minSamples: 3 })
  expect(readChat(request({ model: 'gpu;kind=date' }), by)).toMatchObject({ body: { answerKind: 'date' } })
})

it.each(['gpu@sc@8;kind=poem', 'gpu@sc@8;deadline=soon', 'gpu@sc@8;votes=3', 'gpu@sc@8;kind'])(
  'refuses %s',
  (model) => {
    expect(refusedParam(request({ model }))).toBe('model')
  },
)
