import type { Token } from './token.js'

/** A position in a list of tokens. */
export class TokenCursor {
  readonly #tokens: Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = [...tokens]
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  /** The token that many places ahead; negative for those already taken. */
  peek(places = 0): Token | undefined {
    return this.#tokens[this.#at + places]
  }

  /** The next tokens as text to compare with. */
  texts(count: number): string {
    return this.#tokens
      .slice(this.#at, this.#at + count)
      .map(({ text }) => text)
      .join(' ')
  }

  take(): Token | undefined {
    this.#at += 1
    return this.#tokens[this.#at - 1]
  }

  /** Skips the next token if it is this one. */
  skip(text: string): boolean {
    const token = this.peek()
    if (token?.text !== text || token.kind === 'symbol') return false
    this.#at += 1
    return true
  }

  advance(places: number): void {
    this.#at += places
  }

  /** Takes the first digit of a longer number, and leaves the rest. */
  takeDigit(): string {
    const token = this.peek()
    const [digit = '', ...rest] = token?.text ?? ''
    if (token === undefined || rest.length === 0) this.#at += 1
    else this.#tokens[this.#at] = { ...token, text: rest.join('') }
    return digit
  }

  /** The tokens taken since a position, as text. */
  since(from: number): string[] {
    return this.#tokens.slice(from, this.#at).map(({ text }) => text)
  }

  get place(): number {
    return this.#at
  }
}
