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

it.each([
  ['tools', { tools: [] }],
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
