import { tokenCertainty } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { TokenLogprobs, tokenLists } from './row-fields.js'

const token = (logprob: number, ...top: unknown[]) => ({ token: 'a', logprob, top_logprobs: top })
const listsOf = (...content: object[]) => tokenLists(TokenLogprobs.parse({ content }))

it('tells how sure the model was where every token has its likeliest beside it', () => {
  const sure = token(-1, { logprob: -1 }, { logprob: -3 })
  expect(listsOf(sure, token(0, { logprob: 0 }, { logprob: '-Infinity' }))).toEqual({
    logprobs: [-1, 0],
    tokens: ['a', 'a'],
    tokenConfidences: [2, 50],
    tokenCertainties: [tokenCertainty([-1, -3]), tokenCertainty([0, -Infinity])],
  })
  expect(listsOf(sure, { token: 'a', logprob: -1 })).toMatchObject({ tokenConfidences: null, tokenCertainties: null })
  expect(listsOf(sure, token(-1, { logprob: -1 })).tokenConfidences).toBeNull()
})

it('reads the tokens themselves whatever stands beside them', () => {
  expect(listsOf(token(-1, { logprob: null }))).toMatchObject({ logprobs: [-1], tokenConfidences: null })
  expect(tokenLists(null)).toEqual({ logprobs: null, tokens: null, tokenConfidences: null, tokenCertainties: null })
})
