import { expect, it } from 'vitest'
import { chatOfResponse } from './response-fields.js'

it('asks what the same chat completion asks', () => {
  expect(chatOfResponse({ model: 'gpu', input: 'What is 1 + 1?', seed: 7, temperature: 0.7 })).toEqual({
    model: 'gpu',
    seed: 7,
    temperature: 0.7,
    messages: [{ role: 'user', content: 'What is 1 + 1?' }],
  })
  const parts = [
    { type: 'input_text', text: 'What is ' },
    { type: 'input_text', text: '1 + 1?' },
  ]
  const input = [{ type: 'message', role: 'user', content: parts }]
  const more = { max_output_tokens: 200, reasoning: { effort: 'low' }, cges: { kind: 'math' } }
  expect(chatOfResponse({ model: 'gpu', instructions: 'Be brief.', input, ...more })).toEqual({
    model: 'gpu',
    cges: { kind: 'math' },
    max_completion_tokens: 200,
    reasoning_effort: 'low',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is 1 + 1?' },
    ],
  })
})

it('takes null for a parameter that is left out, and no tools for none', () => {
  const untold = { background: null, include: null, previous_response_id: null, prompt: null, tools: [] }
  const asked = { model: 'gpu', input: 'x', temperature: null, ...untold }
  expect(chatOfResponse(asked)).toEqual({ model: 'gpu', messages: [{ role: 'user', content: 'x' }] })
})

it('takes null for what an earlier answer left out, as clients send it back', () => {
  const part = { type: 'output_text', text: 'a moment', annotations: [], logprobs: null }
  const said = { type: 'message', id: 'msg_1', role: 'assistant', content: [part], status: 'completed', phase: null }
  const named = { call_id: 'call_1', name: 'weather', arguments: '{}' }
  const called = { type: 'function_call', ...named, id: 'fc_1', status: null, namespace: null }
  const given = { type: 'function_call_output', call_id: 'call_1', output: '12', caller: null }
  expect(chatOfResponse({ model: 'gpu', input: [said, called, given] })).toMatchObject({
    messages: [{ role: 'assistant', content: 'a moment', tool_calls: [{ id: 'call_1' }] }, { role: 'tool' }],
  })
})

it('leaves out what was thought before an earlier answer', () => {
  const thought = { type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: '51' }] }
  const input = [{ role: 'user', content: 'x' }, thought, { role: 'assistant', content: 'y' }]
  expect(chatOfResponse({ model: 'gpu', input })).toMatchObject({
    messages: [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'y' },
    ],
  })
})

it('asks for functions, with the calls made earlier and what they gave', () => {
  const [name, parameters] = ['weather', { type: 'object' }]
  const called = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name, arguments: '{}', status: 'completed' }
  const more = {
    tools: [{ type: 'function', name, parameters }],
    tool_choice: { type: 'function', name },
    input: [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'a moment' },
      called,
      { ...called, call_id: 'call_2' },
      { type: 'function_call_output', call_id: 'call_1', output: '12' },
      { type: 'function_call_output', call_id: 'call_2', output: '13' },
    ],
  }
  const call = (id: string) => ({ id, type: 'function', function: { name, arguments: '{}' } })
  expect(chatOfResponse({ model: 'gpu', ...more })).toEqual({
    model: 'gpu',
    tools: [{ type: 'function', function: { name, parameters } }],
    tool_choice: { type: 'function', function: { name } },
    messages: [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'a moment', tool_calls: [call('call_1'), call('call_2')] },
      { role: 'tool', content: '12', tool_call_id: 'call_1' },
      { role: 'tool', content: '13', tool_call_id: 'call_2' },
    ],
  })
})

it.each([
  ['tools', { tools: [{ type: 'web_search' }] }],
  ['previous_response_id', { previous_response_id: 'resp_1' }],
  ['input', { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'x' }] }] }],
  ['max_output_tokens', { max_output_tokens: 0 }],
  ['input', { input: [{ type: 'reasoning', summary: [] }] }],
  ['reasoning.effort', { reasoning: { effort: 'high'.repeat(11) } }],
  ['input', { input: Array.from({ length: 1000 }, () => ({ role: 'user', content: 'x' })) }],
])('refuses %s by its name', (param, more) => {
  expect(() => chatOfResponse({ model: 'gpu', input: 'x', ...more })).toThrow(
    expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(param) }),
  )
})
