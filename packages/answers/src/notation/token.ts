/** A token of mathematical notation; `text` is its canonical spelling. A `value` is a key's own, in ⟨…⟩. */
export interface Token {
  readonly kind: 'number' | 'symbol' | 'word' | 'function' | 'command' | 'operator' | 'open' | 'close' | 'value'
  readonly text: string
  /** White space came before it. */
  readonly spaced: boolean
}
