import { preflightNoteWords } from '@cges-fleet/core'
import { afterEach, expect, it } from 'vitest'
import { type ModelServer, openModelServer } from '../model-server/model-server.js'
import {
  type ScriptedServer,
  answers,
  startScriptedServer,
  write,
} from '../model-server/testing/start-scripted-server.js'
import { runPreflight } from './run-preflight.js'

interface ServerOptions {
  /** The text for a seed; words that depend on it unless given. */
  readonly text?: (seed: number, nth: number) => string
  readonly logprob?: number | null
  readonly top?: boolean
  /** How many tokens more its usage counts than it sends. */
  readonly uncounted?: number
  /** Why it refuses a body; null if it does not. */
  readonly refuses?: (body: Record<string, unknown>) => string | null
}

const WORDS = ['red', 'lamp', 'road', 'milk', 'stone', 'wing', 'salt', 'door']

let server: ScriptedServer | undefined
let opened: ModelServer | undefined

afterEach(async () => {
  await opened?.close()
  await server?.close()
})

function words(seed: number): string {
  return Array.from({ length: 8 }, (_, at) => WORDS[(seed * (at + 3) + at) % WORDS.length]).join(' ')
}

async function serverWith({ text = words, logprob = -2, top = true, uncounted = 0, refuses }: ServerOptions) {
  server = await startScriptedServer()
  let nth = 0
  server.script = (response, seen) => {
    const body = JSON.parse(seen.body) as Record<string, unknown>
    const why = refuses?.(body) ?? null
    if (why !== null) return answers(400, JSON.stringify({ error: { message: why } }))(response, seen)
    nth += 1
    const tokens = text(Number(body['seed'] ?? nth), nth).split(' ')
    const logprobValue = body['logprobs'] === true ? logprob : null
    const entry = (token: string) => ({
      token,
      logprob: logprobValue,
      ...(top && body['top_logprobs']
        ? { top_logprobs: [logprobValue, -3].map((each) => ({ token, logprob: each })) }
        : {}),
    })
    const events = tokens.map((token) => ({
      choices: [
        {
          index: 0,
          delta: { content: `${token} ` },
          ...(logprobValue === null ? {} : { logprobs: { content: [entry(token)] } }),
        },
      ],
    }))
    const usage = { choices: [], usage: { prompt_tokens: 9, completion_tokens: tokens.length + uncounted } }
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
    write(
      response,
      [...events, end, ...(body['stream_options'] ? [usage] : [])].map((each) => JSON.stringify(each)),
    )
    response.end('data: [DONE]\n\n')
  }
  opened = openModelServer({ url: server.url, concurrency: 4, headersTimeoutMs: 2000, idleTimeoutMs: 2000 })
  return { server: opened, model: 'm', signal: new AbortController().signal }
}

const same = () => words(5)
/** Other words for every second seed once some requests came side by side. */
const parting = (seed: number, nth: number) => words(nth > 11 && seed % 2 === 0 ? nth : seed)

function refusesMany({ top_logprobs: top }: Record<string, unknown>): string | null {
  return Number(top ?? 0) > 5 ? 'Requested sample logprobs of 20, which is greater than max allowed: 5' : null
}

it('finds nothing to say of a server that does all it is asked', async () => {
  const found = await runPreflight(await serverWith({}))
  expect(found).toEqual({
    engine: 'vllm',
    requests: 3,
    streams: true,
    logprobs: true,
    topLogprobs: true,
    seed: 'honoured',
    countsAgree: true,
    refused: [],
    notes: [],
  })
})

it('passes on that a simulator makes answers up', async () => {
  const { notes } = await runPreflight({ ...(await serverWith({})), inventsAnswers: true })
  expect(notes).toEqual([{ kind: 'invents_answers', counts: {}, why: null }])
})

it('tells that other seeds give one text only where that text was improbable', async () => {
  expect(await runPreflight(await serverWith({ text: same }))).toMatchObject({
    seed: 'ignored',
    notes: [{ kind: 'seed_ignored', counts: { seeds: 2, texts: 1 } }],
  })
  await opened?.close()
  await server?.close()
  expect(await runPreflight(await serverWith({ text: same, logprob: -0.01 }))).toMatchObject({
    seed: 'unclear',
    notes: [],
  })
})

it('tells a server that does not repeat a seed', async () => {
  const found = await runPreflight(await serverWith({ text: (_, nth) => words(nth) }))
  const note = { kind: 'seed_not_repeatable', why: 'VLLM_BATCH_INVARIANT=1' } as const
  expect(found).toMatchObject({ seed: 'not_repeatable', notes: [note] })
  expect(found.notes.map(preflightNoteWords)).toEqual([
    expect.stringContaining('gave two texts. A run cannot be repeated exactly unless the server is started with VLLM'),
  ])
})

it('tells a server that repeats short answers, and parts from longer ones beside others', async () => {
  expect(await runPreflight(await serverWith({ text: parting }))).toMatchObject({ seed: 'honoured', requests: 3 })
  await opened?.close()
  await server?.close()
  const found = await runPreflight(await serverWith({ text: parting }), { isThorough: true })
  expect(found).toMatchObject({ seed: 'not_repeatable', requests: 19 })
  expect(found.notes.map(preflightNoteWords)).toEqual([
    expect.stringContaining('4 of 8 gave the same 64 tokens alone and beside the others'),
  ])
  await opened?.close()
  await server?.close()
  const steady = await runPreflight(await serverWith({}), { isThorough: true })
  expect(steady).toMatchObject({ seed: 'honoured', requests: 19, notes: [] })
})

it('tells missing log-probabilities, missing alternatives and a usage that counts otherwise', async () => {
  expect(await runPreflight(await serverWith({ logprob: null }))).toMatchObject({
    logprobs: false,
    topLogprobs: false,
    seed: 'honoured',
    notes: [{ kind: 'no_logprobs' }],
  })
  await opened?.close()
  await server?.close()
  expect(await runPreflight(await serverWith({ top: false }))).toMatchObject({
    logprobs: true,
    topLogprobs: false,
    notes: [{ kind: 'no_top_logprobs' }],
  })
})

it('leaves out the parameters that a server refuses by name', async () => {
  const unknown = ['min_p', 'top_k', 'repetition_penalty', 'return_token_ids', 'request_id']
  const refuses = (body: Record<string, unknown>) => {
    const name = unknown.find((each) => each in body)
    return name === undefined ? null : `Unrecognized request argument supplied: ${name}`
  }
  const ask = await serverWith({ refuses })
  const found = await runPreflight(ask)
  expect(found.refused.toSorted()).toEqual(unknown.toSorted())
  expect(found).toMatchObject({ requests: 8, logprobs: true, seed: 'honoured' })
  expect(found.notes.map(({ kind }) => kind)).toEqual(unknown.map(() => 'parameter_refused'))
  expect(ask.server.parameters.refused.toSorted()).toEqual(unknown.toSorted())
})

it('finds out one by one what a server refuses without naming it', async () => {
  const unknown = ['min_p', 'seed']
  const refuses = (body: Record<string, unknown>) => (unknown.some((each) => each in body) ? 'Bad request' : null)
  const found = await runPreflight(await serverWith({ refuses, text: (_, nth) => words(nth) }))
  expect(found.refused.toSorted()).toEqual(unknown)
  expect(found).toMatchObject({ seed: 'refused', logprobs: true })
  expect(found.requests).toBeLessThanOrEqual(24)
})

it('asks for no alternatives where only these are refused', async () => {
  expect(await runPreflight(await serverWith({ refuses: refusesMany }))).toMatchObject({
    logprobs: true,
    topLogprobs: false,
    refused: ['top_logprobs'],
    notes: [{ kind: 'no_top_logprobs' }],
  })
})

it('says what a server answers that refuses everything, in few requests', async () => {
  const ask = await serverWith({ refuses: () => 'No such engine' })
  await expect(runPreflight(ask)).rejects.toThrow(/refuses even a plain request: .*No such engine/)
  expect(server?.seen.length).toBeLessThanOrEqual(3)
})
