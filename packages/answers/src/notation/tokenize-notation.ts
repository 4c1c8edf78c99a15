import { Unreadable } from '../numeric/work.js'
import {
  CHARACTERS,
  FRACTION_CHARACTERS,
  FUNCTIONS,
  OPERATORS,
  SILENT,
  SYMBOL_CHARACTERS,
  SYMBOLS,
  TEXT,
  WRAPPERS,
} from './commands.js'
import { parseNumber } from './numbers.js'
import type { Token } from './tokens.js'
import { isUnitPhrase, isUnitWord, joinsUnits } from './units.js'

const COMMAND = /\\([a-zA-Z]+|[^a-zA-Z])/uy
const VALUE = /⟨[^⟨⟩]{1,200}⟩/uy
const LETTERS = /[a-zA-Z]+/uy
const SPACE = /[\s~]+/uy
const DEGREES = /\^\s{0,2}\{?\s{0,2}(?:\\circ|°|∘)\s{0,2}\}?|\\degree(?![a-zA-Z])|°|\\circ(?![a-zA-Z])/uy
const UNIT_POWER = /\s{0,2}\^\s{0,2}\{?\s{0,2}[23]\s{0,2}\}?|[²³]/uy
const ENVIRONMENT = /\\(begin|end)\s{0,4}\{\s{0,4}([a-zA-Z]{1,12}\*?)\s{0,4}\}(?:\{[lcr|\s]{0,20}\})?/uy
const BLACKBOARD = /\s{0,2}\{?\s{0,2}([A-Z])\s{0,2}\}?/uy
const BRACKETS: Readonly<Record<string, string>> = { lfloor: '⌊', rfloor: '⌋', lceil: '⌈', rceil: '⌉' }
const DROPPED = new Set(['$', '%', '€', '£', '\\'])
const TEXT_LIMIT = 200

/** Tokenises mathematical notation, LaTeX or plain, dropping typesetting and units. */
export function tokenizeNotation(text: string): Token[] {
  return new TokenReader(text).read()
}

class TokenReader {
  readonly #tokens: Token[] = []
  #at = 0
  #spaced = false
  #brackets = 0

  constructor(readonly text: string) {}

  read(): Token[] {
    while (this.#at < this.text.length) this.#next()
    return this.#tokens
  }

  #next(): void {
    if (this.#take(SPACE) !== null) {
      this.#spaced = true
      return
    }
    if (this.#take(DEGREES) !== null) return this.#degrees()
    const value = this.#take(VALUE)
    if (value !== null) return this.#push('value', value[0])
    const environment = this.#take(ENVIRONMENT)
    if (environment !== null)
      return this.#push(environment[1] === 'begin' ? 'open' : 'close', `\\${environment[2] ?? ''}`)
    const char = this.text[this.#at] ?? ''
    if (char === '\\') return this.#command()
    if (/[\d.]/u.test(char) && this.#number()) return
    const letters = this.#take(LETTERS)
    if (letters !== null) return this.#word(letters[0])
    this.#at += 1
    this.#character(char)
  }

  #character(char: string): void {
    const fraction = FRACTION_CHARACTERS[char]
    const symbol = SYMBOL_CHARACTERS[char]
    if (DROPPED.has(char)) return
    if (char === '√') this.#push('command', 'sqrt')
    else if (char === '²' || char === '³')
      this.#pushAll([
        ['operator', '^'],
        ['number', char === '²' ? '2' : '3'],
      ])
    else if (fraction !== undefined) this.#fraction(fraction)
    else if (symbol !== undefined) this.#push('symbol', symbol)
    else if ('([{⌊⌈'.includes(char)) this.#push('open', char)
    else if (')]}⌋⌉'.includes(char)) this.#push('close', char)
    else if ("+-*/^_=<>,:;|!&'±≤≥≠≈∪∩∈∖".includes(CHARACTERS[char] ?? char))
      this.#push('operator', CHARACTERS[char] ?? char)
    else throw new Unreadable(`the character ${char}`)
  }

  #fraction([top, bottom]: readonly [string, string]): void {
    this.#pushAll([
      ['command', 'frac'],
      ['open', '{'],
      ['number', top],
      ['close', '}'],
      ['open', '{'],
      ['number', bottom],
      ['close', '}'],
    ])
  }

  #number(): boolean {
    const found = parseNumber(this.text, this.#at, this.#brackets > 0)
    if (found === null) {
      const isLast = this.text.slice(this.#at + 1).trim() === ''
      if (isLast) this.#at += 1
      return isLast
    }
    this.#at = found.end
    this.#push('number', found.digits)
    if (found.exponent !== null) this.#scientific(found.exponent)
    return true
  }

  /** Degrees matter only in a function's argument, not for a number alone. */
  #degrees(): void {
    if (this.#tokens.some(({ kind }) => kind === 'function')) this.#push('symbol', '°')
  }

  #scientific(exponent: string): void {
    this.#pushAll([
      ['operator', '*'],
      ['number', '10'],
      ['operator', '^'],
      ['open', '{'],
    ])
    if (exponent.startsWith('-')) this.#push('operator', '-')
    this.#pushAll([
      ['number', exponent.replace(/^[+-]/u, '')],
      ['close', '}'],
    ])
  }

  #command(): void {
    const name = this.#take(COMMAND)?.[1]
    if (name === undefined) {
      this.#at += 1
      return
    }
    const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
    if (name === '{' || name === 'lbrace') this.#push('open', '\\{')
    else if (name === '}' || name === 'rbrace') this.#push('close', '\\}')
    else if (name === 'langle' || name === 'rangle')
      this.#push(name === 'langle' ? 'open' : 'close', name === 'langle' ? '(' : ')')
    else if (name === '\\' || name === 'cr') this.#push('operator', '\\\\')
    else if (name === '|') this.#push('operator', '|')
    else if (Object.hasOwn(BRACKETS, name)) this.#push(name.startsWith('l') ? 'open' : 'close', BRACKETS[name] ?? '')
    else if (SILENT.has(name) || WRAPPERS.has(name)) this.#spaced ||= name === ' ' || name.endsWith('quad')
    else if (TEXT.has(name)) this.#textGroup()
    else if (name === 'mathbb') this.#numberSet()
    else if (operator !== undefined) this.#push('operator', operator)
    else if (FUNCTIONS.has(name)) this.#push('function', name)
    else if (SYMBOLS.has(name) || name === 'varnothing')
      this.#push('symbol', name === 'varnothing' ? '\\emptyset' : `\\${name}`)
    else if (/^[dt]?c?frac$/u.test(name)) this.#push('command', 'frac')
    else if (name === 'sqrt' || /^[dt]?binom$/u.test(name)) this.#push('command', name === 'sqrt' ? 'sqrt' : 'binom')
    else throw new Unreadable(`the command ${name}`)
  }

  /** The words of `\text{…}`: a unit is dropped, and mathematics inside is parsed as if it stood alone. */
  #textGroup(): void {
    this.#take(SPACE)
    if (this.text[this.#at] !== '{') return
    const end = closingBrace(this.text, this.#at)
    if (end < 0 || end - this.#at > TEXT_LIMIT) throw new Unreadable('a text without end')
    const content = this.text.slice(this.#at + 1, end).trim()
    this.#at = end + 1
    if (isUnitPhrase(content) && this.#holdsNumber()) {
      this.#take(UNIT_POWER)
      return
    }
    if (/^[a-zA-Z]{2,}(?:[\s-][a-zA-Z]+)*$/u.test(content) && !/^(?:and|or)$/iu.test(content))
      return this.#push('word', plainWord(content))
    const inner = tokenizeNotation(content)
    for (const token of inner) this.#push(token.kind, token.text)
  }

  /** `\mathbb{R}` and the like. */
  #numberSet(): void {
    const letter = this.#take(BLACKBOARD)?.[1]
    if (letter === undefined) throw new Unreadable('a set of no name')
    this.#push('symbol', `\\mathbb{${letter}}`)
  }

  #word(run: string): void {
    const lower = run.toLowerCase()
    if (lower === 'pi') return this.#push('symbol', '\\pi')
    if (lower === 'infinity' || lower === 'inf') return this.#push('symbol', '\\infty')
    if (lower === 'and') return this.#push('operator', ',')
    if (lower === 'or') return this.#push('operator', '∨')
    if (lower === 'to' && this.#tokens.at(-1)?.kind === 'number') return this.#push('operator', ':')
    if (lower === 'am' || lower === 'pm') return this.#push('word', lower)
    if (lower === 'sqrt') return this.#push('command', 'sqrt')
    if (FUNCTIONS.has(lower)) return this.#push('function', lower)
    if ((isUnitWord(run) || joinsUnits(run)) && this.#holdsNumber()) {
      this.#take(UNIT_POWER)
      return
    }
    const isWord = run.length > 2 || (run.length === 2 && (run === run.toUpperCase() || lower === 'no'))
    if (isWord) this.#push('word', plainWord(run))
    else for (const letter of run) this.#push('symbol', letter)
  }

  #holdsNumber(): boolean {
    return this.#tokens.some(({ kind }) => kind === 'number') && this.#tokens.every(({ kind }) => kind !== 'word')
  }

  #pushAll(tokens: readonly (readonly [Token['kind'], string])[]): void {
    for (const [kind, text] of tokens) this.#push(kind, text)
  }

  #push(kind: Token['kind'], text: string): void {
    if (text === '(' || text === '[' || text === '\\{') this.#brackets += 1
    if (text === ')' || text === ']' || text === '\\}') this.#brackets -= 1
    const last = this.#tokens.at(-1)
    if (kind === 'word' && last?.kind === 'word' && this.#spaced) {
      this.#tokens[this.#tokens.length - 1] = { ...last, text: `${last.text} ${text}` }
    } else this.#tokens.push({ kind, text, spaced: this.#spaced })
    this.#spaced = false
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.text)
    if (match !== null) this.#at += match[0].length
    return match
  }
}

function plainWord(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').toLowerCase()
}

/** Where the brace opened at `from` is closed; negative if it is not. */
function closingBrace(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '{') depth += 1
    else if (text[at] === '}' && (depth -= 1) === 0) return at
  }
  return -1
}
