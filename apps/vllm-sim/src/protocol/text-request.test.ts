import { expect, it } from 'vitest'
import { madeUpTokenizer } from '../answers/tokenizer.js'
import { parseTextRequest } from './text-request.js'

const SERVED = { model: 'm', maxModelLen: 4096, priorities: false, tokenizer: madeUpTokenizer }
const read = (prompt: unknown) => parseTextRequest(JSON.stringify({ model: 'm', prompt }), SERVED)

function wanted(prompt: unknown) {
  const accepted = read(prompt)
  if ('status' in accepted) throw new Error(JSON.stringify(accepted.body))
  return accepted.wanted.map(({ ask: { prompt: text, promptTokenIds } }) => ({ prompt: text, promptTokenIds }))
}

it('takes one prompt or several, as text or as token ids, each a question of its own', () => {
  expect(wanted('What?')).toEqual([{ prompt: 'What?', promptTokenIds: expect.any(Array) }])
  expect(wanted(['What?', 'Why?']).map(({ prompt }) => prompt)).toEqual(['What?', 'Why?'])
  expect(wanted([5, 6, 7])).toEqual([{ prompt: '[5,6,7]', promptTokenIds: [5, 6, 7] }])
  expect(wanted([[5, 6, 7], [8]])).toEqual([...wanted([5, 6, 7]), { prompt: '[8]', promptTokenIds: [8] }])
})

it.each([[''], [[]], [[[]]], [[1.5]], [[-1]], [['a', 1]], [[[1], 'a']], [null]])('refuses the prompt %j', (prompt) => {
  expect(read(prompt)).toMatchObject({ status: 400, body: { error: { param: expect.stringMatching(/^prompt/) } } })
})
