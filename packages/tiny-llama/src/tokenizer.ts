import { z } from 'zod'

/** The letter that stands for each byte in the vocabulary of a byte-level BPE: printable ones for themselves (GPT-2). */
export const BYTE_LETTERS: readonly string[] = letters()

function letters(): string[] {
  let others = 0
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte > 32 && byte < 127) || (byte > 160 && byte < 173) || byte > 173
    return String.fromCodePoint(printable ? byte : 256 + others++)
  })
}

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

/** Returns a merge's rank in the order they were learnt; undefined if two pieces are never merged. */
export type MergeRanks = ReadonlyMap<string, number>

/**
 * Merges the pieces of one word as a byte-pair encoding does: the pair learnt first, wherever it stands, until none is
 * left. Takes at most as many passes as there are merges, so time grows with the word's length alone.
 */
export function mergePieces(pieces: readonly string[], ranks: MergeRanks): readonly string[] {
  let merged = pieces
  for (;;) {
    const best = earliestPair(merged, ranks)
    if (best === null) return merged
    merged = mergeEach(merged, best)
  }
}

function earliestPair(pieces: readonly string[], ranks: MergeRanks): string | null {
  let best: string | null = null
  let bestRank: number = Infinity
  for (let at = 0; at + 1 < pieces.length; at += 1) {
    const pair = `${pieces[at]} ${pieces[at + 1]}`
    const rank = ranks.get(pair) ?? Infinity
    if (rank < bestRank) [best, bestRank] = [pair, rank]
  }
  return best
}

function mergeEach(pieces: readonly string[], pair: string): string[] {
  const merged: string[] = []
  for (let at = 0; at < pieces.length; at += 1) {
    const isPair = `${pieces[at]} ${pieces[at + 1]}` === pair
    merged.push(isPair ? `${pieces[at]}${pieces[at + 1]}` : (pieces[at] ?? ''))
    if (isPair) at += 1
  }
  return merged
}

/** The tokenizer's words: a turn's result, a turn, a digit, line ends, a box, letters, or one other character. */
export const WORD = /: \d\.\n\n| [+\-x]\d|\d|\n+|\\boxed\{| ?[A-Za-z]+| ?[^\sA-Za-z\d]|\s/gu

/** The parts of Hugging Face's `tokenizer.json` that a byte-level BPE is made of. */
export const TokenizerFile = z.object({
  added_tokens: z.array(z.object({ id: z.int().min(0), content: z.string().min(1), special: z.literal(true) })),
  normalizer: z.null(),
  pre_tokenizer: z.object({
    pretokenizers: z.tuple([
      z.object({
        type: z.literal('Split'),
        pattern: z.object({ Regex: z.literal(WORD.source, 'another pattern of words than the one built in') }),
        behavior: z.literal('Isolated'),
        invert: z.literal(false),
      }),
      z.object({ type: z.literal('ByteLevel'), add_prefix_space: z.literal(false), use_regex: z.literal(false) }),
    ]),
  }),
  model: z.object({
    type: z.literal('BPE'),
    ignore_merges: z.literal(false),
    vocab: z.record(z.string(), z.int().min(0)),
    merges: z.array(z.tuple([z.string(), z.string()])),
  }),
})
export type TokenizerFile = z.infer<typeof TokenizerFile>

export interface ChatMessage {
  readonly role: string
  readonly content: string
}

/** Formats a conversation as the model was trained on it (ChatML), up to where its answer begins. */
export function chatPrompt(messages: readonly ChatMessage[]): string {
  const said = messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`)
  return `${said.join('')}<|im_start|>assistant\n`
}
