/** One message of a conversation, as plain text. */
export interface Said {
  readonly role: string
  readonly content: string
}

/** A prompt as tokens. */
export interface Prompt {
  readonly text: string
  readonly tokenIds: readonly number[]
}

/** How a model's prompts become tokens. */
export interface Tokenizer {
  encode(text: string): Token[]
  /** Applies the model's chat template to a conversation. */
  chat(messages: readonly Said[]): Prompt
  /** The most characters of one token; longer texts are refused without tokenising them. */
  readonly longestToken: number
}

/** A token of a made-up tokenizer. */
export type Token = {
  readonly text: string
  readonly id: number
  /** Its bytes, if a model defines them; else those of its text. */
  readonly bytes?: readonly number[]
  /** A marker that adds no text to an answer. */
  readonly isSpecial?: boolean
}

const PIECE = / ?\p{L}{1,6}|\d{1,3}| ?[^\s\p{L}\d]|\s+/gu

const FIRST_ID = 256
const VOCABULARY = 151_000

/** The token that ends an answer: it has a log-probability and counts, but adds no text. */
export const END_OF_TURN: Token = { text: '<|im_end|>', id: 151_645, isSpecial: true }

/** The token that ends a reasoning model's thinking. */
export const END_OF_THINKING: Token = { text: '</think>', id: 151_668 }

const known = new Map<string, Token>()

/** Cuts text into tokens whose texts concatenate to it; deterministic. */
export function tokenize(text: string): Token[] {
  return (text.match(PIECE) ?? []).map((piece) => known.get(piece) ?? remember(piece))
}

function remember(text: string): Token {
  let hash = 17
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  const token = { text, id: FIRST_ID + ((hash >>> 0) % (VOCABULARY - FIRST_ID)) }
  if (known.size < VOCABULARY) known.set(text, token)
  return token
}

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
