import { formatCalls } from '../format/format-calls'
import { formatChange } from '../format/format-change'
import { formatCount } from '../format/format-count'
import { formatP } from '../format/format-p'
import { formatPoints, formatPointsInterval, signed } from '../format/format-points'
import type { TableText } from '../format/table/table-text'
import { wordOf } from '../statistics/word-of'
import { type JudgedPair, tokensMore } from './judged-pairs'
import { type NamedPair, pairName } from './named-comparison'

const COLUMNS = [
  'Compared',
  'Shared questions',
  'Δ accuracy, points',
  '95% interval',
  'Judged',
  'p (Holm)',
  'Δ calls',
  'Δ calls, %',
  'Δ tokens',
  'Both right',
  'Only the first',
  'Only the second',
  'Both wrong',
]

/** Every difference as words, for a paper: paired ones with their counts, unpaired ones marked as such. */
export function differencesText(judged: readonly JudgedPair[], unpaired: readonly NamedPair[]): TableText {
  const rows = judged.map((each) => {
    const { counts, difference } = each
    return [
      pairName(each),
      `${counts.questions}`,
      formatPoints(counts.accuracy),
      difference === null ? '—' : formatPointsInterval(difference.accuracy),
      difference === null ? '—' : wordOf(difference),
      difference === null ? '—' : formatP(difference.holmP),
      signed(formatCalls(counts.calls)),
      counts.baseCalls === 0 ? '—' : formatChange(counts.calls / counts.baseCalls),
      tokensText(tokensMore(each)),
      ...[counts.both, counts.onlyThis, counts.onlyBase, counts.neither].map(String),
    ]
  })
  const apart = unpaired.flatMap((named) => {
    const { unpaired: found } = named.pair
    if (found === null) return []
    const empty = ['', '', '', '', '', '', '', '']
    return [
      [
        `${pairName(named)}, unpaired`,
        '0',
        formatPoints(found.value),
        formatPointsInterval(found),
        'not judged',
        ...empty,
      ],
    ]
  })
  return { columns: COLUMNS, rows: [...rows, ...apart], note: noteOf(judged.length) }
}

function tokensText(tokens: number | null): string {
  return tokens === null ? '—' : signed(formatCount(Math.round(tokens)))
}

/** The adjustment for looking at several differences at once. */
export function noteOf(pairs: number): string {
  const holm =
    pairs > 3
      ? ` p is adjusted for all ${pairs} comparisons (Holm): even one false alarm among them has a chance of at most 5%.`
      : ''
  return `Paired by question: each difference is over the questions both have.${holm}`
}
