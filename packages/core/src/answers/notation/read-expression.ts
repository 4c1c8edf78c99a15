import { addExpressions, type Expression, expressionKey, ofBase, ofRational, scale } from '../expression/expression.js'
import { multiply } from '../expression/multiply.js'
import { MINUS_ONE, ONE, rational, readDecimal } from '../expression/rational.js'
import { asWhole, divideExpressions, raise, rootExpression } from '../expression/raise.js'
import { Unreadable } from '../unreadable.js'
import type { Token } from './token.js'

const MAX_DEPTH = 40
const MAX_DIGITS = 120
const MAX_FACTORIAL = 50n
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Reads arithmetic and algebra into its canonical form; throws Unreadable on anything else. */
export function readExpression(tokens: readonly Token[]): Expression {
  const reader = new ExpressionReader(tokens)
  return reader.whole()
}

class ExpressionReader {
  readonly #tokens: Token[]
  #at = 0
  #depth = 0
  #bars = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = [...tokens]
  }

  whole(): Expression {
    const value = this.#sum()
    if (this.#at < this.#tokens.length) throw new Unreadable('something follows an expression')
    return value
  }

  #sum(): Expression {
    if ((this.#depth += 1) > MAX_DEPTH) throw new Unreadable('too deep')
    let value = this.#product()
    for (;;) {
      if (this.#skip('+')) value = addExpressions(value, this.#product())
      else if (this.#skip('-')) value = addExpressions(value, scale(this.#product(), MINUS_ONE))
      else break
    }
    this.#depth -= 1
    return value
  }

  #product(): Expression {
    let value = this.#signed()
    for (;;) {
      if (this.#skip('*')) value = multiply(value, this.#signed())
      else if (this.#skip('/')) value = divideExpressions(value, this.#signed())
      else if (this.#startsFactor()) value = this.#juxtaposed(value)
      else return value
    }
  }

  #signed(): Expression {
    if (this.#skip('-')) return scale(this.#signed(), MINUS_ONE)
    return this.#skip('+') ? this.#signed() : this.#power()
  }

  /** What stands beside a factor multiplies it, but a fraction beside a whole number is added: 1 4/5. */
  #juxtaposed(value: Expression): Expression {
    const before = this.#tokens[this.#at - 1]
    const next = this.#tokens[this.#at]
    if (before?.kind !== 'number') {
      if (next?.kind === 'number') throw new Unreadable('a number after a factor')
      return multiply(value, this.#power())
    }
    const mixed = this.#mixedPart()
    if (mixed !== null) return addExpressions(value, mixed)
    if (next?.kind === 'number') throw new Unreadable('a number after a number')
    return multiply(value, this.#power())
  }

  #mixedPart(): Expression | null {
    const rest = this.#tokens
      .slice(this.#at - 1, this.#at + 8)
      .map(({ text, kind }) => (kind === 'number' && /^\d+$/u.test(text) ? '0' : text))
    if (!/^\d+$/u.test(this.#tokens[this.#at - 1]?.text ?? '') || (this.#tokens[this.#at - 2]?.text ?? '+') === '^')
      return null
    const braced = rest.slice(1).join(' ').startsWith('frac { 0 } { 0 }')
    const bare = rest[1] === 'frac' && rest[2] === '0'
    const plain = rest[1] === '0' && rest[2] === '/' && rest[3] === '0' && this.#tokens[this.#at]?.spaced === true
    if (braced || bare) return this.#power()
    if (!plain) return null
    const top = this.#power()
    this.#skip('/')
    return divideExpressions(top, this.#power())
  }

  #power(): Expression {
    let value = this.#postfix(this.#primary())
    if (this.#skip('^')) {
      value = raise(value, this.#exponent())
    }
    return value
  }

  #postfix(value: Expression): Expression {
    if (!this.#skip('!')) return value
    const number = asWhole(value)
    if (number === null || number < 0n || number > MAX_FACTORIAL) return ofBase(`(${expressionKey(value)})!`)
    let product = 1n
    for (let factor = 2n; factor <= number; factor += 1n) product *= factor
    return ofRational(rational(product))
  }

  #exponent(): Expression {
    return this.#skip('-') ? scale(this.#primary(), MINUS_ONE) : this.#primary()
  }

  #primary(): Expression {
    const token = this.#tokens[this.#at]
    if (token === undefined) throw new Unreadable('something is missing')
    this.#at += 1
    if (token.kind === 'number') return this.#number(token.text)
    if (token.kind === 'symbol') return ofBase(`${token.text}${this.#subscript()}`)
    if (token.kind === 'word') return ofBase(`\\text{${token.text}}${this.#subscript()}`)
    if (token.kind === 'function') return this.#call(token.text)
    if (token.kind === 'command') return this.#command(token.text)
    if (token.text === '|') return this.#magnitude()
    const closing = token.kind === 'open' ? CLOSING[token.text] : undefined
    if (closing === undefined) throw new Unreadable(`${token.text} is out of place`)
    return this.#until(closing)
  }

  #until(closing: string): Expression {
    const bars = this.#bars
    this.#bars = 0
    const value = this.#sum()
    this.#bars = bars
    if (!this.#skip(closing)) throw new Unreadable(`${closing} is missing`)
    return value
  }

  #magnitude(): Expression {
    this.#bars += 1
    const value = this.#sum()
    this.#bars -= 1
    if (!this.#skip('|')) throw new Unreadable('| is missing')
    return ofBase(`|${expressionKey(value)}|`)
  }

  /** A number with a subscript is written in that base, and compared as it stands. */
  #number(text: string): Expression {
    if (text.length > MAX_DIGITS) throw new Unreadable('too many digits')
    const subscript = this.#subscript()
    return subscript === '' ? ofRational(readDecimal(text)) : ofBase(`${text}${subscript}`)
  }

  #subscript(): string {
    if (!this.#skip('_')) return ''
    const token = this.#tokens[this.#at]
    return `_{${expressionKey(token?.kind === 'word' ? this.#primary() : this.#argument())}}`
  }

  #call(name: string): Expression {
    const base = this.#subscript()
    const power = this.#skip('^') ? this.#exponent() : ofRational(ONE)
    const next = this.#tokens[this.#at]
    const argument = next?.text === '(' ? this.#primary() : this.#functionArgument()
    return raise(ofBase(`\\${name}${base}(${expressionKey(argument)})`), power)
  }

  /** Without parentheses a function takes the product that follows, as in sin 2x. */
  #functionArgument(): Expression {
    let value = this.#signed()
    while (this.#startsFactor() && this.#tokens[this.#at]?.kind !== 'function') value = multiply(value, this.#power())
    return value
  }

  #command(name: string): Expression {
    if (name === 'sqrt') {
      const degree = this.#tokens[this.#at]?.text === '[' ? this.#primary() : ofRational(rational(2n))
      return rootExpression(this.#argument(), degree)
    }
    const top = this.#argument()
    const bottom = this.#argument()
    if (name === 'frac') return divideExpressions(top, bottom)
    return ofBase(`\\binom{${expressionKey(top)}}{${expressionKey(bottom)}}`)
  }

  /** An argument of a command is what stands in braces, or one digit or symbol. */
  #argument(): Expression {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'number' || token.text.length === 1) return this.#primary()
    const [digit = '', ...rest] = token.text
    if (!/^\d+$/u.test(token.text)) throw new Unreadable('a decimal without braces')
    this.#tokens[this.#at] = { ...token, text: rest.join('') }
    return ofRational(readDecimal(digit))
  }

  #startsFactor(): boolean {
    const token = this.#tokens[this.#at]
    if (token === undefined) return false
    if (token.text === '|') return this.#bars === 0
    return token.kind !== 'operator' && token.kind !== 'close' && (token.kind !== 'open' || token.text in CLOSING)
  }

  #skip(text: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.text !== text || token.kind === 'symbol') return false
    this.#at += 1
    return true
  }
}
