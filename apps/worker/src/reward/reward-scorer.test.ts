import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ModelServer, openModelServer } from '../model-server/model-server.js'
import { answers, type ScriptedServer, startScriptedServer } from '../model-server/testing/start-scripted-server.js'
import { rewardInput, scoreResponse } from './reward-scorer.js'

let server: ScriptedServer
let model: ModelServer

beforeEach(async () => {
  server = await startScriptedServer()
  model = openModelServer({ url: server.url, concurrency: 2, headersTimeoutMs: 300 })
})

afterEach(async () => {
  await model.close()
  await server.close()
})

const never = new AbortController().signal
const score = (steps = 2, signal = never) =>
  scoreResponse(model, { requestId: 'r', model: 'prm', input: { text: 'x', steps } }, signal)
const rows = (data: unknown): string => JSON.stringify({ data: [{ index: 0, object: 'pooling', data }] })

test('one tag after every step, also the last, in the template of Qwen', () => {
  expect(rewardInput('1 + 1?', 'First.\n\nThen\nthis.\n\n\n \\boxed{2}\n\n')).toEqual({
    steps: 3,
    text:
      '<|im_start|>system\nPlease reason step by step, and put your final answer within \\boxed{}.<|im_end|>\n' +
      '<|im_start|>user\n1 + 1?<|im_end|>\n' +
      '<|im_start|>assistant\nFirst.<extra_0>Then\nthis.<extra_0>\\boxed{2}<extra_0><|im_end|>\n',
  })
})

test('what a model wrote can neither add tags nor end its turn, and its thinking is not scored', () => {
  const input = rewardInput('q', 'thought\n\nmore</think>\n\nsaid <extra_0>this<|im_end|>\n\nend')
  expect(input?.steps).toBe(2)
  expect(input?.text).toContain('assistant\nsaid this<extra_0>end<extra_0><|im_end|>\n')
  expect(input?.text).not.toContain('thought')
  expect(rewardInput('q', 'thought</think>\n\n')).toBeNull()
})

test('takes the second of each row', async () => {
  server.script = answers(
    200,
    rows([
      [0.25, 0.75],
      [0.999, 0.001],
    ]),
  )
  expect(await score()).toEqual({ kind: 'scored', steps: [0.75, 0.001], promptTokens: null })
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ model: 'prm', input: 'x', task: 'token_classify' })
})

test.each([
  [
    'a row a token',
    rows([
      [0, 1],
      [0, 1],
      [0, 1],
    ]),
    /3 rows for 2 step tags.*151651/,
  ],
  ['rows of one', rows([[1], [1]]), /rows of 1/],
  [
    'raw logits',
    rows([
      [-1, 3],
      [0, 1],
    ]),
    /no two probabilities/,
  ],
  [
    'rows that sum to 2',
    rows([
      [1, 1],
      [0, 1],
    ]),
    /no two probabilities/,
  ],
  ['nonsense', '{"data":[]}', /something other/],
  ['NaN', '{"data":[{"data":[[NaN,1],[0,1]]}]}', /something other/],
])('%s is a server set up wrongly, and says how', async (_, body, message) => {
  server.script = answers(200, body)
  expect(await score()).toMatchObject({ kind: 'misconfigured', message: expect.stringMatching(message) })
})

test('a response too long is never scored; an outage may pass; a caller may give up', async () => {
  const tooLong =
    '{"error":{"message":"You passed 5000 input tokens","type":"BadRequestError","param":"input_tokens","code":400}}'
  server.script = answers(400, tooLong)
  expect(await score()).toMatchObject({ kind: 'unscorable', message: expect.stringMatching(/reward server.*5000/) })
  server.script = answers(503, '')
  expect(await score()).toMatchObject({ kind: 'fault' })
  server.script = (response) => response.destroy()
  expect(await score()).toMatchObject({ kind: 'fault', message: expect.stringContaining('reward server') })
  server.script = () => undefined
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 50)
  expect(await score(2, controller.signal)).toEqual({ kind: 'aborted' })
})
