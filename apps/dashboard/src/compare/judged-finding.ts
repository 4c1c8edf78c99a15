import { wordOf } from '../statistics/word-of'
import type { JudgedPair } from './judged-pairs'
import { commonBase, pairName } from './named-comparison'

const MOST_NAMED = 2

/** Summarises the differences, settled ones first and by name; null until all are judged. */
export function judgedFinding(judged: readonly JudgedPair[]): string | null {
  const words = judged.flatMap((pair) => (pair.difference === null ? [] : [{ pair, word: wordOf(pair.difference) }]))
  if (judged.length === 0 || words.length < judged.length) return null
  const base = commonBase(judged) ?? ''
  const of = (wanted: string) => words.flatMap(({ pair, word }) => (word === wanted ? [pair] : []))
  const named = (['better', 'worse'] as const).flatMap((word) => {
    const pairs = of(word)
    return pairs.length === 0 ? [] : [`${word === 'better' ? 'Better' : 'Worse'}: ${namesOf(pairs, base)}`]
  })
  const rest = ['tie', 'non-inferior', 'inconclusive'].flatMap((word) =>
    of(word).length === 0 ? [] : [`${of(word).length} ${word}`],
  )
  const told = [...named, ...(rest.length === 0 ? [] : [rest.join(', ')])].join('. ')
  return `${told}${base === '' ? '' : `, all${base}`}.`
}

function namesOf(pairs: readonly JudgedPair[], base: string): string {
  const more = pairs.length - MOST_NAMED
  const names = pairs.slice(0, MOST_NAMED).map((pair) => pairName(pair).replace(base, ''))
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
