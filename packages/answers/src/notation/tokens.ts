/** A token of mathematical notation; `text` is its canonical spelling. A `value` is a key's own, in ⟨…⟩. */
export interface Token {
  readonly kind: 'number' | 'symbol' | 'word' | 'function' | 'command' | 'operator' | 'open' | 'close' | 'value'
  readonly text: string
  /** White space came before it. */
  readonly spaced: boolean
}

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

/** Splits where one of the separators stands outside every bracket; the separators are not kept. */
export function splitTokens(tokens: readonly Token[], ...separators: string[]): Token[][] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.kind === 'open') depth += 1
    if (token.kind === 'close') depth -= 1
    const divides = depth === 0 && token.kind === 'operator' && separators.includes(token.text)
    if (divides) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/** The content of one pair of brackets that encloses all tokens; null if there is no such pair. */
export function withinBrackets(
  tokens: readonly Token[],
): { open: string; close: string; inner: readonly Token[] } | null {
  const [first] = tokens
  const last = tokens.at(-1)
  if (first?.kind !== 'open' || last?.kind !== 'close') return null
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'open') depth += 1
    if (token.kind === 'close') depth -= 1
    if (depth === 0 && at < tokens.length - 1) return null
  }
  return depth === 0 ? { open: first.text, close: last.text, inner: tokens.slice(1, -1) } : null
}

const SIGNS = ['=', '≈', '<', '>', '≤', '≥', '≠', '≡', '∈']
const JOINED: Readonly<Record<string, string>> = { '<': '≤', '>': '≥', '!': '≠' }

/** The sides of an equation or inequality and the signs between them; no sign and one side if it is neither. */
export function splitRelation(tokens: readonly Token[]): {
  readonly sides: readonly (readonly Token[])[]
  readonly signs: readonly string[]
} {
  const joined = joinSigns(tokens)
  return { sides: splitTokens(joined, ...SIGNS), signs: signsOf(joined) }
}

/** `<` with `=` is ≤, as plain text writes it. */
function joinSigns(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    const sign = token.text === '=' && last?.kind === 'operator' ? JOINED[last.text] : undefined
    if (last !== undefined && sign !== undefined) joined[joined.length - 1] = { ...last, text: sign }
    else joined.push(token)
  }
  return joined
}

function signsOf(tokens: readonly Token[]): string[] {
  let depth = 0
  const signs: string[] = []
  for (const { kind, text } of tokens) {
    if (kind === 'open') depth += 1
    if (kind === 'close') depth -= 1
    if (depth === 0 && kind === 'operator' && SIGNS.includes(text)) signs.push(text)
  }
  return signs
}

const INVERSES = ['^ { - 1 }', '^ - 1']

/** How many tokens `^{-1}` takes, which after a function's name is its inverse and no reciprocal; 0 if none follows. */
export function inverseLength(cursor: TokenCursor): number {
  const lengths = INVERSES.map((each) => each.split(' ').length)
  return lengths.find((length, at) => cursor.texts(length) === INVERSES[at]) ?? 0
}
