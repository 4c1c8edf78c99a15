import { DEFAULT_SAMPLING, RequestParameter } from '@cges-fleet/core'
import { expect, test } from 'vitest'
import { completionRequest } from '../model-server/completion-request.js'
import { openModelServer } from '../model-server/model-server.js'
import { recogniseEngine } from './all-engines.js'
import type { EngineKind, ListedModel } from './engine-kind.js'

const MODEL: ListedModel = { id: 'm', owner: 'someone', context: null }

type Answers = Readonly<Record<string, unknown>>

function recognise(answers: Answers, model: Partial<ListedModel> = {}) {
  return recogniseEngine(async (path) => answers[path] ?? null, { ...MODEL, ...model })
}

const PROPS = { build_info: 'b11434-abc', default_generation_settings: { n_ctx: 2048 } }

type Recognised = readonly [version: string | null, context: number | null]

test.each<[EngineKind['name'], Answers, Partial<ListedModel>, Recognised]>([
  ['vllm', { '/version': { version: '0.32.0' } }, { owner: 'vllm', context: 4096 }, ['0.32.0', 4096]],
  ['vllm', {}, { owner: 'cges-fleet-tiny', context: 512 }, [null, 512]],
  ['vllm', { '/version': { version: '0.9' } }, { owner: 'a fork', context: 4096 }, ['0.9', 4096]],
  ['sglang', { '/get_server_info': { version: '0.5.5' } }, { owner: 'sglang', context: 8192 }, ['0.5.5', 8192]],
  ['sglang', { '/version': { version: '0.9' } }, { owner: 'sglang', context: 8192 }, [null, 8192]],
  ['llama.cpp', { '/props': PROPS }, { owner: 'llamacpp' }, ['b11434-abc', 2048]],
  ['tgi', { '/info': { model_id: 'm', version: '3.3.6', max_total_tokens: 4096 } }, {}, ['3.3.6', 4096]],
  ['ollama', { '/api/version': { version: '0.13.0' } }, { owner: 'library' }, ['0.13.0', null]],
  ['openai-compatible', {}, { context: 100 }, [null, 100]],
  // A gateway may answer any path, with something of its own.
  [
    'openai-compatible',
    { '/version': 'ok', '/props': { ok: true }, '/info': [], '/api/version': { version: 3 } },
    {},
    [null, null],
  ],
])('recognises %s by what it says of itself: %j', async (name, answers, model, [version, context]) => {
  expect(await recognise(answers, model)).toMatchObject({ kind: { name }, version, context })
})

async function bodyFor(
  answers: Answers,
  model: Partial<ListedModel>,
  sampling: Partial<typeof DEFAULT_SAMPLING>,
  extra: Readonly<Record<string, unknown>> = {},
) {
  const server = openModelServer({ url: 'http://127.0.0.1:9', concurrency: 1 })
  server.engine.kind = (await recognise(answers, model)).kind
  await server.close()
  const request = { requestId: 'r', model: 'm', prompt: 'p', extra, seed: 1, context: null, deadlineMs: 1 }
  const body = completionRequest({ ...request, sampling: { ...DEFAULT_SAMPLING, ...sampling } }, server)
  return { body, refused: server.parameters.refused }
}

test('writes a request with the names and the defaults of the engine', async () => {
  const set = { topK: 0, repetitionPenalty: 1.1, stop: ['Q:'] }
  const vllm = await bodyFor({}, { owner: 'vllm' }, set)
  expect(vllm.body).toMatchObject({ top_k: -1, repetition_penalty: 1.1, stop: ['Q:'], return_token_ids: true })
  expect(vllm.refused).toEqual([])
  expect(vllm.body).toMatchObject({ logprobs: true, top_logprobs: 0 })
  const llama = await bodyFor({ '/props': PROPS }, {}, set)
  expect(llama.body).toMatchObject({ top_k: 0, repeat_penalty: 1.1, repeat_last_n: 131_072 })
  expect(Object.keys(llama.body)).not.toContain('repetition_penalty')
  expect(Object.keys(llama.body)).not.toContain('stop')
  expect(Object.keys(llama.body)).not.toContain('return_token_ids')
  // For none of the likeliest tokens it gives no log-probability at all.
  expect(llama.body).toMatchObject({ logprobs: true, top_logprobs: 1 })
})

test('asks llama.cpp for no log-probabilities of calls, since it would refuse the whole request', async () => {
  const tools = [{ type: 'function', function: { name: 'f' } }]
  const llama = await bodyFor({ '/props': PROPS }, {}, {}, { tools })
  expect(llama.body).toMatchObject({ tools, stream: true })
  expect(Object.keys(llama.body).filter((name) => name.includes('logprobs'))).toEqual([])
  const vllm = await bodyFor({}, { owner: 'vllm' }, {}, { tools })
  expect(vllm.body).toMatchObject({ tools, logprobs: true, top_logprobs: 0 })
})

test('leaves out what an engine ignores, so that a setting behind it is refused and not silently lost', async () => {
  const tgi = await bodyFor({ '/info': { model_id: 'm', version: '3' } }, {}, { topK: 40, minP: 0.1 })
  expect(Object.keys(tgi.body).filter((name) => ['top_k', 'min_p', 'repetition_penalty'].includes(name))).toEqual([])
  expect(tgi.body).toMatchObject({ max_tokens: DEFAULT_SAMPLING.maxTokens })
  expect(tgi.refused).toEqual(expect.arrayContaining(['top_k', 'min_p']))
  const names: readonly string[] = RequestParameter.options
  expect(tgi.refused.every((name) => names.includes(name))).toBe(true)
})
