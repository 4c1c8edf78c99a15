import type { Tokenizer } from './tokenizer.js'
import { tokenize } from './tokenize.js'

/** What the chat template of a model adds around a message, in tokens. */
const TOKENS_AROUND = 9

/**
 * A tokenizer like no model's, but deterministic; a chat is its messages' texts and a template's tokens around them.
 */
export const madeUpTokenizer: Tokenizer = {
  encode: tokenize,
  chat: (messages) => {
    const text = messages.map(({ content }) => content).join('\n')
    const around = Array.from({ length: TOKENS_AROUND }, (_, at) => 151_644 - at)
    return { text, tokenIds: [...around, ...tokenize(text).map(({ id }) => id)] }
  },
  longestToken: Infinity,
}
