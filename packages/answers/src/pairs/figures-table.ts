import type { AnswerPair } from './answer-pair.js'
import { byClass } from './by-class.js'
import { pairFigures } from './pair-figures.js'

interface Judge {
  readonly name: string
  /** Null for a pair it does not judge at all; a pair it cannot read is one it does not merge. */
  readonly merges: (pair: AnswerPair) => boolean | null
}

/** Formats a Markdown table of each judge's false merges and splits, by class of pairs and over all of them. */
export function figuresTable(pairs: readonly AnswerPair[], judges: readonly Judge[]): string {
  const groups: [string, readonly AnswerPair[]][] = [
    ...byClass(pairs),
    ['**all**', pairs],
    ['of them judged', pairs.filter((pair) => pair.derived !== true)],
    ['of them derived', pairs.filter((pair) => pair.derived === true)],
    ['of them held out', pairs.filter((pair) => pair.heldOut === true)],
  ]
  const heads = ['class', 'pairs', 'one answer', ...judges.flatMap(({ name }) => [`${name}: false merges`, 'splits'])]
  const rows = groups.map(([name, some]) => [name, ...cells(some, judges)])
  const lines = [heads, heads.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
  return lines.map((line) => `| ${line.join(' | ')} |\n`).join('')
}

function cells(pairs: readonly AnswerPair[], judges: readonly Judge[]): string[] {
  const figures = judges.flatMap(({ merges }) => {
    const judged = pairs.filter((pair) => merges(pair) !== null)
    const { same, falseMerges, splits } = pairFigures(judged, (pair) => merges(pair) === true)
    return judged.length === 0 ? ['–', '–'] : [`${falseMerges}`, `${splits} of ${same}`]
  })
  return [`${pairs.length}`, `${pairs.filter((pair) => pair.same).length}`, ...figures]
}
