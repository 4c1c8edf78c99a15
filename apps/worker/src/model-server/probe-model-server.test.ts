import { expect, test } from 'vitest'
import { probeModelServer } from './probe-model-server.js'
import { model, server, useScriptedServer } from './testing/scripted-draws.js'
import { answers } from './testing/start-scripted-server.js'

useScriptedServer()

function modelsOwnedBy(owner: string, more = ''): string {
  return `{"object":"list","data":[{${more}"id":"m","object":"model","created":1,"owned_by":"${owner}","root":"m","parent":null,"max_model_len":4096,"permission":[]}]}`
}

test.each([
  ['vllm', '', 'model', false],
  ['vllm', '"invents_answers":true,', 'model', false],
  ['cges-fleet-simulator', '', 'simulated', true],
  ['cges-fleet-simulator', '"invents_answers":true,', 'simulated', true],
  ['cges-fleet-simulator', '"invents_answers":false,', 'simulated', false],
  ['cges-fleet-tiny', '', 'tiny', false],
  ['cges-fleet-recorded', '', 'recorded', false],
])('the probe: owned by %s, with %s, means %s', async (owner, more, provenance, inventsAnswers) => {
  server.script = (response, one) =>
    answers(200, one.path === '/version' ? '{"version":"0.29.0"}' : modelsOwnedBy(owner, more))(response, one)
  const facts = { model: 'm', provenance, maxModelLen: 4096, version: '0.29.0', inventsAnswers }
  expect(await probeModelServer(model)).toEqual(facts)
})

test('the probe refuses a server whose engine has died, though it still says what it serves', async () => {
  server.script = (response, one) =>
    answers(one.path === '/health' ? 503 : 200, one.path === '/health' ? '' : modelsOwnedBy('vllm'))(response, one)
  await expect(probeModelServer(model)).rejects.toThrow(/\/health answered 503: the engine behind it has died/)
})

test('the probe does without a version, and says what to do about a refused key or a stranger', async () => {
  server.script = (response, one) =>
    one.path === '/version' ? answers(404, '')(response, one) : answers(200, modelsOwnedBy('vllm'))(response, one)
  expect(await probeModelServer(model)).toMatchObject({ version: null })
  server.script = answers(401, '{"error":"Unauthorized"}')
  await expect(probeModelServer(model)).rejects.toThrow(
    /refuses the key\. Name a file .* --model-key-file of `cges up`/,
  )
  const keyless = { ...model, headers: {} }
  await expect(probeModelServer(keyless, 'reward')).rejects.toThrow(/requires a key\. .* --reward-key-file/)
  server.script = answers(200, '<html>')
  await expect(probeModelServer(model)).rejects.toThrow(/without a list of models/)
})
