import type { Token } from './tokenize.js'

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
