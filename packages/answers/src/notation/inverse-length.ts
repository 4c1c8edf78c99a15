import type { TokenCursor } from './token-cursor.js'

const INVERSES = ['^ { - 1 }', '^ - 1']

/** How many tokens `^{-1}` takes, which after a function's name is its inverse and no reciprocal; 0 if none follows. */
export function inverseLength(cursor: TokenCursor): number {
  const lengths = INVERSES.map((each) => each.split(' ').length)
  return lengths.find((length, at) => cursor.texts(length) === INVERSES[at]) ?? 0
}
