import type { Token } from './tokenize.js'

/** What was said in a conversation, as text alone. */
export interface Said {
  readonly role: string
  readonly content: string
}

/** A prompt as a model reads it. */
export interface Prompt {
  readonly text: string
  readonly tokenIds: readonly number[]
}

/** How a model's prompts become tokens. */
export interface Tokenizer {
  encode(text: string): Token[]
  /** Puts a conversation into the model's chat template. */
  chat(messages: readonly Said[]): Prompt
  /** The most characters that one token can stand for; longer texts are refused unread. */
  readonly longestToken: number
}
