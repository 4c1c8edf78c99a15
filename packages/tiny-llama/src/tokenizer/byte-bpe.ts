import { BYTE_LETTERS } from './byte-letters.js'
import { type MergeRanks, mergePieces } from './merge-pieces.js'
import { type TokenizerFile, WORD } from './tokenizer-file.js'

const REMEMBERED = 20_000
/** Longer words seldom recur, so they are not cached. */
const LONGEST_REMEMBERED = 64
const BYTES = new Map(BYTE_LETTERS.map((letter, byte) => [letter, byte]))

/** Turns text into token ids and back, as Hugging Face's `tokenizers` does with the same file. */
export class ByteBpe {
  readonly #vocabulary: ReadonlyMap<string, number>
  readonly #special: ReadonlyMap<string, number>
  readonly #ranks: MergeRanks
  readonly #bytes: ReadonlyMap<number, Uint8Array>
  readonly #known = new Map<string, readonly number[]>()

  constructor({ model, added_tokens: added }: TokenizerFile) {
    this.#vocabulary = new Map(Object.entries(model.vocab))
    this.#special = new Map(added.map(({ content, id }) => [content, id]))
    this.#ranks = new Map(model.merges.map(([one, other], rank) => [`${one} ${other}`, rank]))
    this.#bytes = new Map([
      ...[...this.#vocabulary].map(([text, id]) => [id, bytesOf(text)] as const),
      ...added.map(({ content, id }) => [id, new TextEncoder().encode(content)] as const),
    ])
  }

  /**
   * The most characters that one token can stand for: a text longer than this many times a limit has more tokens than
   * the limit.
   */
  get longestToken(): number {
    return Math.max(...[...this.#bytes.values()].map(({ length }) => length))
  }

  /** Returns the ids of a text; names of special tokens in it are those tokens. */
  encode(text: string): number[] {
    return splitAtNames(text, [...this.#special.keys()]).flatMap((part) => {
      const special = this.#special.get(part)
      return special === undefined ? wordsOf(part).flatMap((word) => this.#encodeWord(word)) : [special]
    })
  }

  /** Returns a token's bytes, which need not be whole characters; undefined for an unknown id. */
  bytes(id: number): Uint8Array | undefined {
    return this.#bytes.get(id)
  }

  /** Returns whether a token is a marker without text. */
  isSpecial(id: number): boolean {
    return [...this.#special.values()].includes(id)
  }

  /** Returns the text of tokens, special ones left out. */
  decode(ids: readonly number[]): string {
    const bytes = ids.filter((id) => !this.isSpecial(id)).flatMap((id) => [...(this.bytes(id) ?? [])])
    return new TextDecoder('utf8', { ignoreBOM: true }).decode(Uint8Array.from(bytes))
  }

  #encodeWord(word: string): readonly number[] {
    const known = this.#known.get(word)
    if (known !== undefined) return known
    const letters = [...new TextEncoder().encode(word)].map((byte) => BYTE_LETTERS[byte] ?? '')
    const ids = mergePieces(letters, this.#ranks).map((piece) => this.#vocabulary.get(piece) ?? 0)
    if (this.#known.size < REMEMBERED && word.length <= LONGEST_REMEMBERED) this.#known.set(word, ids)
    return ids
  }
}

/** Splits a text before and after each occurrence of some names. */
function splitAtNames(text: string, names: readonly string[]): string[] {
  return names.reduce(
    (parts, name) =>
      parts.flatMap((part) =>
        names.includes(part)
          ? [part]
          : part.split(name).flatMap((piece, place) => (place === 0 ? [piece] : [name, piece])),
      ),
    [text],
  )
}

/** Splits a text into words; what lies between two of them is a word too. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (index > end) words.push(text.slice(end, index))
    words.push(word)
    end = index + word.length
  }
  if (end < text.length) words.push(text.slice(end))
  return words
}

function bytesOf(letters: string): Uint8Array {
  return Uint8Array.from([...letters].map((letter) => BYTES.get(letter) ?? 0))
}
