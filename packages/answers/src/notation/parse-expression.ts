import { rational, parseDecimal } from '../expression/rational.js'
import { Unreadable } from '../numeric/work.js'
import { inverseLength, type Token, TokenCursor } from './tokens.js'
import { callNode, negative, type Node, numberNode } from './node.js'
import { parseMixedPart, repeatingDecimal } from './numbers.js'

const MAX_DEPTH = 40
const MAX_DIGITS = 120
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '⌊': '⌋', '⌈': '⌉' }
const ROUNDING: Readonly<Record<string, string>> = { '⌊': 'floor', '⌈': 'ceil' }
/** In `d` over `dx` the d's do not cancel. */
const DERIVATIVE = /(?:frac \{|(?<!\S)) ?d (?:\^ \S+ )?(?:\S+ )?(?:\} \{|\/) d [a-zA-Z\\]/u
const WHOLE = /^\d+$/u
const TWO = numberNode(rational(2n))
/** Names that stand for functions if an argument in parentheses follows: f(x), f^{-1}(x). */
const FUNCTION_NAMES = new Set(['f', 'g', 'h', 'F', 'G', 'P', 'Q'])

/** Parses arithmetic and algebra; throws Unreadable on anything else. */
export function parseExpression(tokens: readonly Token[]): Node {
  if (DERIVATIVE.test(tokens.map(({ text }) => text).join(' '))) throw new Unreadable('a derivative')
  return new ExpressionReader(tokens).whole()
}

class ExpressionReader {
  readonly #cursor: TokenCursor
  #depth = 0
  #bars = 0
  #holdsWords = false

  constructor(tokens: readonly Token[]) {
    this.#cursor = new TokenCursor(tokens)
  }

  whole(): Node {
    const value = this.#stacked()
    if (!this.#cursor.isAtEnd) throw new Unreadable('something follows an expression')
    if (this.#holdsWords && value.kind !== 'name') throw new Unreadable('words are no factors')
    return value
  }

  #deeper<Value>(read: () => Value): Value {
    if ((this.#depth += 1) > MAX_DEPTH) throw new Unreadable('too deep')
    const value = read()
    this.#depth -= 1
    return value
  }

  #sum(): Node {
    return this.#deeper(() => {
      const terms = [this.#product()]
      for (;;) {
        if (this.#skip('+')) terms.push(this.#product())
        else if (this.#skip('-')) terms.push(negative(this.#product()))
        else break
      }
      const [only] = terms
      return only !== undefined && terms.length === 1 ? only : { kind: 'sum', terms }
    })
  }

  #product(): Node {
    let value = this.#signed()
    for (;;) {
      if (this.#skip('*')) value = { kind: 'product', left: value, right: this.#signed() }
      else if (this.#skip('/')) value = { kind: 'quotient', top: value, bottom: this.#signed() }
      else if (this.#startsFactor()) value = { kind: 'product', left: value, right: this.#besideFactor() }
      else return value
    }
  }

  #signed(): Node {
    return this.#deeper(() =>
      this.#skip('-') ? negative(this.#signed()) : this.#skip('+') ? this.#signed() : this.#power(),
    )
  }

  #besideFactor(): Node {
    if (this.#cursor.peek()?.kind === 'number') throw new Unreadable('a number after a factor')
    return this.#power()
  }

  #power(): Node {
    const isNumber = this.#cursor.peek()?.kind === 'number'
    const base = this.#postfix(this.#primary())
    if (!this.#skip('^')) return base
    // After a number no digit can multiply a power, so 2^10 has both for its exponent; in x^12 LaTeX takes the first.
    const exponent = (): Node => (isNumber ? this.#primary() : this.#argument())
    return { kind: 'power', base, exponent: this.#skip('-') ? negative(exponent()) : exponent() }
  }

  #postfix(value: Node): Node {
    return this.#skip('!') ? this.#postfix(callNode('factorial', value)) : value
  }

  #primary(): Node {
    const token = this.#cursor.take()
    if (token === undefined) throw new Unreadable('something is missing')
    switch (token.kind) {
      case 'number':
        return this.#number(token.text)
      case 'symbol':
        return this.#symbol(token.text)
      case 'word':
        this.#holdsWords = true
        return { kind: 'name', name: `\\text{${token.text}}${this.#subscript()}` }
      case 'value':
        return { kind: 'name', name: token.text }
      case 'function':
        return this.#call(token.text)
      case 'command':
        return this.#command(token.text)
      case 'open':
        return this.#held(token.text)
      case 'operator':
      case 'close':
        if (token.text === '|') return this.#magnitude()
        throw new Unreadable(`${token.text} is out of place`)
    }
  }

  #held(open: string): Node {
    const closing = CLOSING[open]
    if (closing === undefined) throw new Unreadable(`${open} is out of place`)
    const bars = this.#bars
    this.#bars = 0
    const value = this.#stacked()
    this.#bars = bars
    if (!this.#skip(closing)) throw new Unreadable(`${closing} is missing`)
    const rounding = ROUNDING[open]
    return rounding === undefined ? value : callNode(rounding, value)
  }

  /** A sum, or one over another as plain TeX writes fractions and binomials. */
  #stacked(): Node {
    const value = this.#sum()
    if (this.#skip('over')) return { kind: 'quotient', top: value, bottom: this.#sum() }
    return this.#skip('choose') ? callNode('binomial', value, this.#sum()) : value
  }

  #magnitude(): Node {
    this.#bars += 1
    const value = this.#sum()
    this.#bars -= 1
    if (!this.#skip('|')) throw new Unreadable('| is missing')
    return callNode('abs', value)
  }

  #symbol(text: string): Node {
    const name = `${text}${this.#subscript()}`
    const isCount = text === 'C' && /^\( \d+ , \d+ \)/u.test(this.#cursor.texts(5))
    if (isCount) return callNode('binomial', ...this.#arguments())
    const inverse = FUNCTION_NAMES.has(text) ? inverseLength(this.#cursor) : 0
    if (inverse === 0 || this.#cursor.peek(inverse)?.text !== '(') return { kind: 'name', name }
    this.#cursor.advance(inverse)
    return callNode(`${name}^{-1}`, ...this.#arguments())
  }

  /** A number with a subscript is written in that base, and compared as it stands; a fraction beside a whole one is added. */
  #number(text: string): Node {
    if (text.length > MAX_DIGITS) throw new Unreadable('too many digits')
    const part = WHOLE.test(text) ? parseMixedPart(this.#cursor) : null
    const value = numberNode(text.includes('(') ? repeatingDecimal(text) : parseDecimal(text))
    if (part !== null) return { kind: 'sum', terms: [value, part] }
    const subscript = this.#subscript()
    return subscript === '' ? value : { kind: 'name', name: `${text}${subscript}` }
  }

  #subscript(): string {
    if (!this.#skip('_')) return ''
    const from = this.#cursor.place
    this.#argument()
    const inner = this.#cursor.since(from)
    return `_{${(inner[0] === '{' ? inner.slice(1, -1) : inner).join('')}}`
  }

  #call(name: string): Node {
    const base = this.#skip('_') ? [this.#argument()] : []
    const inverse = inverseLength(this.#cursor)
    this.#cursor.advance(inverse)
    const exponent = inverse === 0 && this.#skip('^') ? this.#argument() : null
    const isHeld = ['(', '{'].includes(this.#cursor.peek()?.text ?? '')
    const given = isHeld ? this.#arguments() : [this.#functionArgument()]
    const called = callNode(inverse === 0 ? name : `arc${name}`, ...given, ...base)
    return exponent === null ? called : { kind: 'power', base: called, exponent }
  }

  #arguments(): Node[] {
    const closing = CLOSING[this.#cursor.take()?.text ?? ''] ?? ')'
    const found = [this.#sum()]
    while (this.#skip(',')) found.push(this.#sum())
    if (!this.#skip(closing)) throw new Unreadable(`${closing} is missing`)
    return found
  }

  /** Without parentheses a function applies to the product that follows, as in sin 2x. */
  #functionArgument(): Node {
    let value = this.#signed()
    while (this.#startsFactor() && this.#cursor.peek()?.kind !== 'function')
      value = { kind: 'product', left: value, right: this.#besideFactor() }
    return value
  }

  #command(name: string): Node {
    if (name === 'sqrt') {
      const degree = this.#cursor.peek()?.text === '[' ? this.#primary() : TWO
      return { kind: 'root', radicand: this.#argument(), degree }
    }
    const top = this.#argument()
    const bottom = this.#argument()
    return name === 'frac' ? { kind: 'quotient', top, bottom } : callNode('binomial', top, bottom)
  }

  /** A command's argument is the content of braces, or one digit or symbol. */
  #argument(): Node {
    const token = this.#cursor.peek()
    if (token?.kind !== 'number' || token.text.length === 1) return this.#primary()
    if (!WHOLE.test(token.text)) throw new Unreadable('a decimal without braces')
    return numberNode(parseDecimal(this.#cursor.takeDigit()))
  }

  #startsFactor(): boolean {
    const token = this.#cursor.peek()
    if (token === undefined) return false
    if (token.text === '|') return this.#bars === 0
    return token.kind !== 'operator' && token.kind !== 'close' && (token.kind !== 'open' || token.text in CLOSING)
  }

  #skip(text: string): boolean {
    return this.#cursor.skip(text)
  }
}
