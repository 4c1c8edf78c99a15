import { type ByteBpe, chatPrompt } from '@cges-fleet/tiny-llama'
import type { Token } from '../answers/tokenize.js'
import type { Tokenizer } from '../answers/tokenizer.js'

const REMEMBERED = 20_000

/** Adapts a model's own tokenizer to the protocol. */
export function tinyTokenizer(bpe: ByteBpe): Tokenizer {
  const encode = (text: string): Token[] => bpe.encode(text).map((id) => tokenOf(bpe, id))
  return {
    encode,
    chat: (messages) => {
      const text = chatPrompt(messages)
      return { text, tokenIds: bpe.encode(text) }
    },
    longestToken: bpe.longestToken,
  }
}

/** Returns a single token, its bytes decoded as characters as far as possible. */
export function tokenOf(bpe: ByteBpe, id: number): Token {
  return tokenReader(bpe)(id)
}

const known = new Map<string, Token>()

/**
 * Converts ids to tokens one after another. A character of several tokens belongs to the last of them, so that the
 * texts concatenate to the text of all.
 */
export function tokenReader(bpe: ByteBpe): (id: number) => Token {
  const decoder = new TextDecoder('utf8', { ignoreBOM: true })
  return (id) => {
    const bytes = bpe.bytes(id) ?? new Uint8Array()
    const text = decoder.decode(bytes, { stream: true })
    const name = `${id} ${text}`
    const token = known.get(name) ?? { text, id, bytes: [...bytes], isSpecial: bpe.isSpecial(id) }
    if (known.size < REMEMBERED) known.set(name, token)
    return token
  }
}
