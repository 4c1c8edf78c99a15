import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTinyLlama } from '@cges-fleet/tiny-llama'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { report } from './page.js'
import { runPython } from './made-models.js'
import { MODEL, MODEL_FOLDER, NEEDS, PYTHON, type RealVllm, startVllm } from './start-vllm.js'

const LIKELY = Math.log(1e-4)

describe.skipIf(PYTHON === undefined)(`the log-probabilities of every token at every place (${NEEDS})`, () => {
  let server: RealVllm

  beforeAll(async () => {
    server = await startVllm(['--max-model-len', '1024', '--max-logprobs', `${VOCABULARY}`])
  }, 900_000)

  afterAll(() => server?.kill())

  it('are the same of vLLM, of transformers and of this project’s own forward pass', { timeout: 900_000 }, async () => {
    const prompts = readPrompts()
    expect(prompts.length).toBeGreaterThanOrEqual(50)
    const transformers = ofTransformers(prompts)
    const ours = ofOurs(prompts)
    const vllm: Float64Array[] = []
    for (const ids of prompts) vllm.push(...(await ofVllm(server.url, ids)))
    expect(vllm).toHaveLength(prompts.flat().length)
    for (const [what, one, other] of [
      ['vLLM and transformers', vllm, transformers],
      ['vLLM and this project’s own forward pass', vllm, ours],
      ['transformers and this project’s own', transformers, ours],
    ] as const) {
      const worst = largestDifference(one, other)
      const likely = largestDifference(one, other, LIKELY)
      report(
        `log-probabilities of ${VOCABULARY} tokens at ${one.length} places of ${prompts.length} prompts: ${what}`,
        `largest difference ${worst.toExponential(1)}; ${likely.toExponential(1)} where a token has a chance of 1 in 10,000 or more`,
      )
      expect(worst).toBeLessThan(1e-3)
      expect(likely).toBeLessThan(5e-4)
    }
  })
})

/** The prompts that the tiny model's package compares with transformers, as token ids. */
function readPrompts(): readonly (readonly number[])[] {
  const golden = readFileSync(join(MODEL_FOLDER, '../golden/reference.json'), 'utf8')
  return (JSON.parse(golden) as { ids: number[] }[]).map(({ ids }) => ids)
}

/** Of all places, and of tokens at least so likely; Infinity where one of the two says nothing. */
function largestDifference(one: Logprobs, other: Logprobs, from = -Infinity): number {
  let worst = 0
  for (const [place, values] of one.entries()) {
    for (const [id, value] of values.entries()) {
      if (value < from) continue
      const difference = Math.abs(value - (other[place]?.[id] ?? Number.NaN))
      worst = Math.max(worst, Number.isNaN(difference) ? Infinity : difference)
    }
  }
  return worst
}

/** Tokens the tiny model has a logit for. */
const VOCABULARY = 512

/** Tokens read at a time by this project's own forward pass, at most 64. */
const TOGETHER = 64

/** At every place of some prompts, one after another: the log-probability of each token of the vocabulary to come next. */
type Logprobs = readonly Float64Array[]

interface Completed {
  readonly prompt_logprobs: readonly (Record<string, { readonly logprob: number }> | null)[]
  readonly logprobs: { readonly top_logprobs: readonly Record<string, number>[] }
}

/** As a vLLM server tells them of one prompt: of its own places, and of the one that follows. */
async function ofVllm(url: string, ids: readonly number[]): Promise<Logprobs> {
  const response = await fetch(`${url}/v1/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: MODEL,
      prompt: ids,
      max_tokens: 1,
      prompt_logprobs: VOCABULARY,
      logprobs: VOCABULARY,
      return_tokens_as_token_ids: true,
    }),
  })
  if (!response.ok) throw new Error(await response.text())
  const { choices } = (await response.json()) as { choices: readonly Completed[] }
  const places = (choices[0]?.prompt_logprobs ?? []).filter((place) => place !== null)
  const last = Object.entries(choices[0]?.logprobs.top_logprobs[0] ?? {})
  return [
    ...places.map((place) => row(Object.entries(place).map(([id, { logprob }]) => [Number(id), logprob]))),
    row(last.map(([id, logprob]) => [Number(id.replace('token_id:', '')), logprob])),
  ]
}

function row(entries: readonly (readonly [number, number])[]): Float64Array {
  const values = new Float64Array(VOCABULARY).fill(Number.NaN)
  for (const [id, logprob] of entries) values[id] = logprob
  return values
}

/** As transformers computes them, in 32 bits. */
function ofTransformers(prompts: readonly (readonly number[])[]): Logprobs {
  const folder = mkdtempSync(join(tmpdir(), 'cges-logits-'))
  try {
    const promptsFile = join(folder, 'prompts.json')
    const answered = join(folder, 'logprobs.f32')
    writeFileSync(promptsFile, JSON.stringify(prompts))
    runPython('logits_reference', [MODEL_FOLDER, promptsFile, answered])
    const bytes = readFileSync(answered)
    const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
    return prompts.flat().map((_, at) => Float64Array.from(all.subarray(at * VOCABULARY, (at + 1) * VOCABULARY)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As `packages/tiny-llama` computes them. */
function ofOurs(prompts: readonly (readonly number[])[]): Logprobs {
  const { llama } = openTinyLlama()
  const [past] = llama.pasts
  if (past === undefined) throw new Error('the model has no memory')
  return prompts.flatMap((ids) => {
    past.ids.length = 0
    const places: Float64Array[] = []
    for (let from = 0; from < ids.length; from += TOGETHER) {
      const part = ids.slice(from, from + TOGETHER)
      const logits = llama.read(part.map((token) => ({ token, past, wantsLogits: true })))
      part.forEach((_, at) => places.push(logSoftmax(logits.slice(at * VOCABULARY, (at + 1) * VOCABULARY))))
    }
    return places
  })
}

function logSoftmax(logits: Float32Array): Float64Array {
  const most = Math.max(...logits)
  const whole = most + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0))
  return Float64Array.from(logits, (logit) => logit - whole)
}
