import { expect, it } from 'vitest'
import { CHAT, RESPONSES } from './answer-form.js'
import type { ChatAnswer } from './chat-completion.js'

const ANSWER: ChatAnswer = {
  id: 'chatcmpl-1',
  created: 0,
  model: 'gpu',
  text: 'So it is 4.',
  reasoning: 'Two and two …',
  toolCalls: [],
  finishReason: 'stop',
  usage: { prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 },
  cges: { answer: '4' },
  repeats: {},
}
const THOUGHT = { type: 'reasoning', content: [{ type: 'reasoning_text', text: ANSWER.reasoning }] }
const MESSAGE = { type: 'message', content: [{ type: 'output_text', text: ANSWER.text }] }

it('tells what the model thought, whole', () => {
  expect(CHAT.whole(ANSWER)).toMatchObject({
    choices: [{ message: { content: ANSWER.text, reasoning_content: ANSWER.reasoning } }],
  })
  expect(RESPONSES.whole(ANSWER)).toMatchObject({ output: [THOUGHT, MESSAGE] })
})

it('tells what the model thought, as a stream', () => {
  expect([...CHAT.events(ANSWER, false)]).toContainEqual(
    expect.objectContaining({ choices: [expect.objectContaining({ delta: { reasoning_content: ANSWER.reasoning } })] }),
  )
  const events = [...RESPONSES.events(ANSWER, false)]
  const done = events.filter((event) => 'type' in event && event.type === 'response.output_item.done')
  expect(done).toMatchObject([
    { output_index: 0, item: THOUGHT },
    { output_index: 1, item: MESSAGE },
  ])
  expect(events.map((event) => 'sequence_number' in event && event.sequence_number)).toEqual(events.map((_, n) => n))
})

it('repeats of a request what clients of Responses require', () => {
  const nothing = { metadata: null, instructions: null, temperature: 0.7, top_p: 0.95 }
  const untold = { ...nothing, parallel_tool_calls: true, tool_choice: 'auto', tools: [] }
  expect(RESPONSES.repeats({ model: 'gpu', input: 'x' })).toEqual(untold)
  expect(RESPONSES.repeats({ model: 'gpu', input: 'x', tools: null, temperature: null })).toEqual(untold)
  const [tool_choice, metadata] = [{ type: 'function', name: 'weather' }, { row: '7' }]
  const told = {
    metadata,
    instructions: 'Be brief.',
    temperature: 1,
    top_p: 1,
    parallel_tool_calls: false,
    tool_choice,
  }
  const tools = [{ type: 'function', name: 'weather' }]
  const repeats = { ...told, tools: [{ ...tools[0], parameters: null, strict: null }] }
  expect(RESPONSES.repeats({ model: 'gpu', input: 'x', user: 'me', ...told, tools })).toEqual(repeats)
  expect(RESPONSES.whole({ ...ANSWER, repeats })).toMatchObject(repeats)
  const [first] = RESPONSES.events({ ...ANSWER, repeats }, false)
  expect(first).toMatchObject({ type: 'response.created', response: repeats })
})

it('has no item for thoughts that nobody wrote', () => {
  expect(RESPONSES.whole({ ...ANSWER, reasoning: null })).toMatchObject({ output: [MESSAGE] })
})
