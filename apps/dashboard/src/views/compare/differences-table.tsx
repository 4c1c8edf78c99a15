import { counted } from '@cges-fleet/core/counted'
import { JudgementWord, wordOf } from '../../ui/format/judgements'
import {
  formatCalls,
  formatChange,
  formatCount,
  formatP,
  formatPoints,
  formatPointsInterval,
  signed,
} from '../../ui/format/numbers'
import { Marker } from '../../ui/methods/marker'
import type { TableText } from '../../ui/table/table-text'
import { commonBase, type JudgedPair, type NamedPair, pairName, tokensMore } from './comparison'
import { ScrollRegion } from '../../ui/table/scroll-region'

interface Props {
  readonly judged: readonly JudgedPair[]
  /** Why there is no interval yet. */
  readonly waiting: string
}

/** The paired differences: a summary, then accuracy with interval and judgement, calls, and the certainty. */
export function DifferencesTable(props: Props) {
  return (
    <>
      <p className="judged-finding" data-testid="judged-finding">
        {judgedFinding(props.judged) ?? ''}
      </p>
      <Table {...props} />
    </>
  )
}

function Table({ judged, waiting }: Props) {
  return (
    <ScrollRegion label="Table of differences">
      <table className="differences" data-testid="differences">
        <thead>
          <tr>
            <th scope="col">Compared</th>
            <th scope="col" className="number">
              Δ accuracy, points
            </th>
            <th scope="col">Judged</th>
            <th scope="col" className="number">
              Δ calls a question
            </th>
            <th scope="col" className="number">
              p (Holm)
            </th>
            <th scope="col" className="number">
              Shared
            </th>
          </tr>
        </thead>
        <tbody>
          {judged.map((each) => (
            <Row key={pairName(each)} judged={each} waiting={waiting} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Row({ judged, waiting }: { readonly judged: JudgedPair; readonly waiting: string }) {
  const { counts, difference, own, pair } = judged
  return (
    <tr data-pair={`${pair.evaluation} ${pair.method}`}>
      <th scope="row">
        {own.report === null ? null : <Marker identity={own.report.identity} />} {pairName(judged)}
      </th>
      <td className="number">
        <strong>{formatPoints(counts.accuracy)}</strong>{' '}
        <span className="aside interval">
          {difference === null ? waiting : formatPointsInterval(difference.accuracy)}
        </span>
      </td>
      <td className="judged">{difference === null ? null : <JudgementWord comparison={difference} />}</td>
      <td className="number">
        {signed(formatCalls(counts.calls))}{' '}
        <span className="aside">{counts.baseCalls === 0 ? '' : formatChange(counts.calls / counts.baseCalls)}</span>
        <TokensDelta tokens={tokensMore(judged)} />
      </td>
      <td className="number adjusted" title={difference === null ? undefined : `unadjusted ${formatP(difference.p)}`}>
        {difference === null ? '' : formatP(difference.holmP)}
      </td>
      <td className="number">
        {formatCount(counts.questions)}{' '}
        {counts.trials === counts.questions ? 'questions' : `questions, ${counted(counts.trials, 'question run')}`}
      </td>
    </tr>
  )
}

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
  const sentences = [...named, ...(rest.length === 0 ? [] : [rest.join(', ')])].join('. ')
  return `${sentences}${base === '' ? '' : `, all${base}`}.`
}

function namesOf(pairs: readonly JudgedPair[], base: string): string {
  const more = pairs.length - MOST_NAMED
  const names = pairs.slice(0, MOST_NAMED).map((pair) => pairName(pair).replace(base, ''))
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** A difference in tokens, under that in calls; nothing if it is not known. */
export function TokensDelta({ tokens }: { readonly tokens: number | null }) {
  return tokens === null ? null : <span className="under">{signed(formatCount(Math.round(tokens)))} tokens</span>
}
