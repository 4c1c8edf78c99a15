import type { FinalStatistics } from '@cges-fleet/core'
import { familyOf } from '../families/family'
import { Marker } from '../families/marker'
import type { NamedReport } from '../families/name-methods'
import { formatCalls } from '../format/format-calls'
import { formatChange } from '../format/format-change'
import { formatPoints, formatPointsInterval } from '../format/format-points'
import { JudgementWord } from './judgement-word'
import type { Compared, Pick } from './pick-of'

interface Props {
  readonly pick: Pick
  readonly final: FinalStatistics
}

/** The first sentence of a finished evaluation: which method to take, and what that rests on. */
export function JudgedLead({ pick, final }: Props) {
  const margin = `${(100 * final.margin).toFixed(0)} point${final.margin === 0.01 ? '' : 's'}`
  if (pick.kind === 'none') return <NoPick pick={pick} margin={margin} />
  const { cheapest, better } = pick
  const others = better.filter(({ report }) => report.key !== cheapest.report.key)
  return (
    <p className="lead" data-testid="lead">
      <Named report={cheapest.report} /> is <JudgementWord word={cheapest.comparison.judgement} />{' '}
      {cheapest.comparison.judgement === 'better' ? 'than' : 'to'} {cheapest.baseline.name} at{' '}
      <Amount>{formatCalls(cheapest.report.calls ?? Number.NaN)}</Amount> calls a question instead of{' '}
      {formatCalls(cheapest.baseline.calls ?? Number.NaN)} (<Amount>{formatChange(cheapest.change)}</Amount>):{' '}
      <Difference compared={cheapest} />
      {cheapest.comparison.judgement === 'better' ? '' : `, so it loses less than ${margin}`}. Of none that is cheaper
      is that shown.
      {others.map((each) => (
        <span key={each.report.key}>
          {' '}
          <Named report={each.report} /> is <JudgementWord word="better" />, <Difference compared={each} />.
        </span>
      ))}
    </p>
  )
}

function NoPick({ pick, margin }: { readonly pick: Pick & { readonly kind: 'none' }; readonly margin: string }) {
  const worse = pick.compared.filter(({ comparison }) => comparison.judgement === 'worse')
  const [first] = pick.compared
  return (
    <p className="lead" data-testid="lead">
      <strong>No method can be taken in place of {first?.baseline.name} on this evidence.</strong>{' '}
      {worse.length === 0 ? 'None' : `${worse.length} of ${pick.compared.length} are worse, and none`} is shown to lose
      less than {margin}: {first?.comparison.questions} questions find differences of{' '}
      <Amount>{(100 * pick.detectable).toFixed(1)}</Amount> points at best. More questions or replicates would tell.
    </p>
  )
}

function Difference({ compared: { comparison } }: { readonly compared: Compared }) {
  return (
    <span className="nowrap">
      Δ <Amount>{formatPoints(comparison.accuracy.value)}</Amount> {formatPointsInterval(comparison.accuracy)} points
    </span>
  )
}

function Named({ report }: { readonly report: NamedReport }) {
  return (
    <span className="lead-name">
      <Marker family={familyOf(report.spec.method)} hollow={false} /> <strong>{report.name}</strong>
    </span>
  )
}

function Amount({ children }: { readonly children: string }) {
  return <span className="lead-number">{children}</span>
}
