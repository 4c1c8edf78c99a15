import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ModelServer, openModelServer } from '../model-server/model-server.js'
import { answers, type ScriptedServer, startScriptedServer } from '../model-server/testing/start-scripted-server.js'
import { askImportance, probeStepScorer } from './step-scorer.js'

let server: ScriptedServer
let scorer: ModelServer

beforeEach(async () => {
  server = await startScriptedServer()
  scorer = openModelServer({ url: server.url, apiKey: 'secret', concurrency: 2, headersTimeoutMs: 300 })
})

afterEach(async () => {
  await scorer.close()
  await server.close()
})

const never = new AbortController().signal
const ask = (signal = never) =>
  askImportance(scorer, { requestId: 't/0/1/steps', question: '1 + 1?', steps: ['First.\n\n', 'So 2.'] }, signal)

test('sends the question and the steps, and takes a number for each', async () => {
  server.script = answers(200, '{"importance":[0.25,1],"model":"more than was asked for"}')
  expect(await ask()).toEqual({ kind: 'scored', steps: [0.25, 1], promptTokens: null })
  const [seen] = server.seen
  expect([seen?.path, seen?.headers['x-request-id'], seen?.headers.authorization]).toEqual([
    '/importance',
    't/0/1/steps',
    'Bearer secret',
  ])
  expect(JSON.parse(seen?.body ?? '')).toEqual({ question: '1 + 1?', steps: ['First.\n\n', 'So 2.'] })
})

test.each([
  ['a number too few', '{"importance":[1]}', /gave 1 numbers for 2 steps/],
  ['a number above 1', '{"importance":[1,1.5]}', /numbers from 0 to 1/],
  ['no numbers', '{"importance":["a","b"]}', /numbers from 0 to 1/],
  ['NaN', '{"importance":[NaN,1]}', /numbers from 0 to 1/],
  ['something else', '[0.5,0.5]', /no \{"importance"/],
  ['far too much', `{"importance":[0,1],"note":"${'x'.repeat(5000)}"}`, /more than a number for each step/],
])('a scorer that gives %s is set up wrongly', async (_, body, message) => {
  server.script = answers(200, body)
  expect(await ask()).toMatchObject({ kind: 'misconfigured', message: expect.stringMatching(message) })
})

test.each([
  [413, 'unscorable'],
  [422, 'unscorable'],
  [401, 'misconfigured'],
  [404, 'misconfigured'],
  [429, 'fault'],
  [503, 'fault'],
])('HTTP %i is %s, and what was said is kept without the key', async (status, kind) => {
  server.script = answers(status, 'no, secret')
  const scored = await ask()
  expect(scored).toMatchObject({ kind, message: expect.stringContaining(`the step scorer answered ${status}: no, `) })
  expect(JSON.stringify(scored)).not.toContain('secret')
})

test('a connection that breaks, or is silent too long, may be tried again; a caller may give up', async () => {
  server.script = (response) => response.destroy()
  expect(await ask()).toMatchObject({ kind: 'fault', message: expect.stringContaining('step scorer') })
  server.script = () => undefined
  expect(await ask()).toMatchObject({ kind: 'fault' })
  expect(await ask(AbortSignal.timeout(50))).toEqual({ kind: 'aborted' })
})

test('says what it is before work is taken for it, or what to mend', async () => {
  server.script = answers(200, '{"name":"mars-steps-v1"}')
  expect(await probeStepScorer(scorer)).toEqual({ name: 'mars-steps-v1', isSimulated: false })
  server.script = answers(200, '{"name":"stand-in","simulated":true}')
  expect(await probeStepScorer(scorer)).toEqual({ name: 'stand-in', isSimulated: true })
  server.script = answers(403, '')
  await expect(probeStepScorer(scorer)).rejects.toThrow(/step scorer at .* refuses the key.*--step-scorer-key-file/)
  server.script = answers(200, '{"data":[]}')
  await expect(probeStepScorer(scorer)).rejects.toThrow(/without a name.*STEP_SCORER_URL/)
  await server.close()
  await expect(probeStepScorer(scorer)).rejects.toThrow(/No step scorer answers at http:.*Start it/)
})
