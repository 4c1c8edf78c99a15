import { expect, test } from 'vitest'
import { logSumExp } from '../sampling.js'
import { loadReference, tiny } from '../testing/reference.js'
import { MOST_ROWS } from './llama.js'
import type { Past } from './attention.js'

const { llama, tokenizer } = tiny
const reference = loadReference()

function empty(place = 0): Past {
  const past = llama.pasts[place]
  if (past === undefined) throw new Error('there is no such memory')
  past.ids.length = 0
  return past
}

/** The logits at every place of a text, read so many tokens at a time. */
function read(ids: readonly number[], at: number): Float32Array[] {
  const past = empty()
  const places: Float32Array[] = []
  for (let from = 0; from < ids.length; from += at) {
    const part = ids.slice(from, from + at)
    const logits = llama.read(part.map((token) => ({ token, past, wantsLogits: true })))
    part.forEach((_, place) => places.push(logits.slice(place * 512, (place + 1) * 512)))
  }
  return places
}

test('the reference is of some fifty prompts, one as long as the context', () => {
  expect(reference.length).toBeGreaterThanOrEqual(50)
  expect(Math.max(...reference.map(({ ids }) => ids.length))).toBeGreaterThan(500)
})

test.each(reference.map((row) => [row.text.slice(0, 60), row] as const))('as transformers: %j', (_, row) => {
  expect(tokenizer.encode(row.text)).toEqual(row.ids)
  const places = read(row.ids, MOST_ROWS)
  row.sums.forEach((sum, place) =>
    expect(Math.abs(logSumExp(places[place] ?? new Float32Array()) - sum)).toBeLessThan(1e-3),
  )
  const last = places.at(-1)
  for (const [token, logit] of Object.entries(row.logits)) {
    expect(Math.abs((last?.[Number(token)] ?? Infinity) - logit)).toBeLessThan(1e-4)
  }
})

test('to the last bit the same however many tokens are read at a time, and whatever is read beside them', () => {
  const [{ ids } = { ids: [] }, other] = reference
  const whole = read(ids, MOST_ROWS)
  expect(read(ids, 1)).toEqual(whole)
  expect(read(ids, 7)).toEqual(whole)
  const past = empty(0)
  const batched = empty(1)
  const mixed = ids.map((token, place) => {
    const foreign = (other?.ids ?? []).slice(3 * place, 3 * place + (place % 4))
    const rows = foreign.map((id) => ({ token: id, past: batched, wantsLogits: place % 2 === 0 }))
    const logits = llama.read([...rows, { token, past, wantsLogits: true }])
    return logits.slice(-512)
  })
  expect(mixed).toEqual(whole)
})
