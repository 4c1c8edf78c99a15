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

  it.each([
    ['the two likeliest', [{ '1': token(-0.1), '2': token(-2, 2) }]],
    ['two without ranks', [{ '1': -0.1 }, { '1': -0.1, '2': -2 }]],
    ['several', [{ '1': token(-0.1) }, { '1': token(-0.1), '2': token(-2, 2), '3': token(-3, 9) }]],
  ])('are refused where the drawn token is not known: %s', (_, given) => {
    const row = { outputs: [{ text: 'a', logprobs: given }] }
    expect(logprobsOf(row, { text: 'outputs[*].text', logprobs: 'outputs[*].logprobs' })).toMatch(
      /drawn with logprobs=0$/u,
    )
  })
})
