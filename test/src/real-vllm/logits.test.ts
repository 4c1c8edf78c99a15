import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Logprobs, ofOurs, ofTransformers, ofVllm, VOCABULARY } from './logprobs-of.js'
import { report } from './report.js'
import { MODEL_FOLDER, NEEDS, PYTHON, type RealVllm, startVllm } from './start-vllm.js'

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
