import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff'

/** A stretch of text that both have, or one of them alone. */
export interface DiffPiece {
  readonly text: string
  readonly of: 'both' | 'first' | 'second'
}

/** How two texts differ, by what was compared. */
export interface TextDifference {
  readonly by: 'words' | 'lines'
  readonly pieces: readonly DiffPiece[]
}

/** The most characters compared of each text. */
const LONGEST = 16_000
/** How many changes word by word are sought; past them the texts are different ones, and lines tell more. */
const MOST_CHANGES = 800
const MOST_CHANGED_LINES = 3_000

/**
 * Finds the common and the differing parts of two texts, word by word, or line by line if they share too little; null
 * if even that takes too many steps. Only the first 16,000 characters of each are compared. The common parts and those
 * of the first text make up the first, in order, and likewise the second. Source: Myers, An O(ND) difference algorithm
 * and its variations (1986).
 */
export function diffTexts(first: string, second: string): TextDifference | null {
  const [one, two] = [first.slice(0, LONGEST), second.slice(0, LONGEST)]
  const words = diffWordsWithSpace(one, two, { maxEditLength: MOST_CHANGES })
  if (words !== undefined) return { by: 'words', pieces: words.map(pieceOf) }
  const lines = diffLines(one, two, { maxEditLength: MOST_CHANGED_LINES })
  return lines === undefined ? null : { by: 'lines', pieces: lines.map(pieceOf) }
}

function pieceOf({ value, added, removed }: ChangeObject<string>): DiffPiece {
  return { text: value, of: added ? 'second' : removed ? 'first' : 'both' }
}
