import { describe, expect, it } from 'vitest'
import { compileMap } from './log-map.js'
import { parseMappedRow } from './parse-mapped-row.js'

const logprobsOf = (row: object, fields: Parameters<typeof compileMap>[0]) => {
  const read = parseMappedRow(row, 1, compileMap(fields))
  return read.ok ? read.entry?.samples.map(({ logprobs }) => logprobs) : read.problem
}

const token = (logprob: number, rank = 1) => ({ logprob, rank, decoded_token: ' a' })

describe('log-probabilities as vLLM’s RequestOutput holds them', () => {
  const places = [{ '123': token(-0.1) }, { '7': token(-2) }]
  const written = [
    'Logprob(logprob=-0.1, rank=1, decoded_token=" a")',
    'Logprob(logprob=-2e-3, rank=1, decoded_token=)',
  ]

  it.each([
    ['one token a place', places, [-0.1, -2]],
    ['bare numbers', [{ '123': -0.1 }, { '7': -2 }], [-0.1, -2]],
    ['the texts of its objects', [{ '123': written[0] }, { '7': written[1] }], [-0.1, -0.002]],
    ['the drawn beside the likeliest', [{ '123': token(-0.1) }, { '5': token(-0.2), '7': token(-2, 4) }], [-0.1, -2]],
  ])('are read: %s', (_, given, expected) => {
    const outputs = [{ text: 'a', logprobs: given }]
    const map = { text: 'outputs[*].text', logprobs: 'outputs[*].logprobs' }
    expect(logprobsOf({ outputs }, map)).toEqual([expected])
    expect(logprobsOf({ outputs: [...outputs, ...outputs] }, map)).toEqual([expected, expected])
    const inside = { samples: 'outputs', text: 'text', logprobs: 'logprobs' }
    expect(logprobsOf({ outputs: [...outputs, ...outputs] }, inside)).toEqual([expected, expected])
  })

  const top = [
    { '1': token(-0.1), '2': token(-2, 2) },
    { '1': token(-0.3), '2': token(-4, 3), '3': written[1] },
  ]

  it.each([
    ['each', [2, 3], [-2, -0.002]],
    ['the likeliest', [1, 1], [-0.1, -0.3]],
  ])('are read by the token ids beside them, however many a place names: %s', (_, ids, expected) => {
    const output = { text: 'a', token_ids: ids, logprobs: top }
    const map = { text: 'outputs[*].text', logprobs: 'outputs[*].logprobs' }
    expect(logprobsOf({ outputs: [output] }, map)).toEqual([expected])
    expect(logprobsOf({ outputs: [output, output] }, map)).toEqual([expected, expected])
    const inside = { samples: 'outputs', text: 'text', logprobs: 'logprobs' }
    expect(logprobsOf({ outputs: [output, output] }, inside)).toEqual([expected, expected])
    const columns = { text: ['a', 'b'], token_ids: [ids, ids], lp: [top, top] }
    expect(logprobsOf(columns, { text: 'text', logprobs: 'lp' })).toEqual([expected, expected])
    expect(logprobsOf(output, { text: 'text', logprobs: 'logprobs' })).toEqual([expected])
  })

  it('are read however deep a row is nested elsewhere', () => {
    const nested: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
    const row = { text: 'a', lp: [-0.1], more: nested, token_ids: nested }
    expect(logprobsOf(row, { text: 'text', logprobs: 'lp' })).toEqual([[-0.1]])
  })

  it.each([
    ['too few', [2]],
    ['of other tokens', [2, 9]],
  ])('are refused where the token ids are %s', (_, ids) => {
    const row = { text: 'a', token_ids: ids, logprobs: top }
    expect(logprobsOf(row, { text: 'text', logprobs: 'logprobs' })).toMatch(/^logprobs: --map names .*token_ids/u)
  })

  it.each([
    ['the two likeliest', [{ '1': token(-0.1), '2': token(-2, 2) }]],
    ['two without ranks', [{ '1': -0.1 }, { '1': -0.1, '2': -2 }]],
    ['several', [{ '1': token(-0.1) }, { '1': token(-0.1), '2': token(-2, 2), '3': token(-3, 9) }]],
  ])('are refused where the drawn token is not known: %s', (_, given) => {
    const row = { outputs: [{ text: 'a', logprobs: given }] }
    expect(logprobsOf(row, { text: 'outputs[*].text', logprobs: 'outputs[*].logprobs' })).toMatch(
      /name the drawn token of each place: log token_ids beside them, or \[p\[t\]\.logprob for t, p in zip\(o\.token_ids, o\.logprobs\)\]$/u,
    )
  })
})
