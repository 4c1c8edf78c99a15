import type { FinalStatistics } from '@cges-fleet/core'
import type { NamedReport } from '../families/name-methods'
import { formatCount } from '../format/format-count'
import { deltaDomain } from '../statistics/delta-domain'

interface Props {
  readonly reports: readonly NamedReport[]
  readonly drawn: number
  readonly final: FinalStatistics | null
}

/** What the table's numbers are, in the words they must be read with. */
export function MethodsFootnote({ reports, drawn, final }: Props) {
  const interim = reports.some((report) => report.interim)
  return (
    <p className="footnote">
      {reports.every((report) => report.interim) ? null : 'Accuracy with its 95% interval. '}Calls are what a method
      would be charged if it ran alone; {formatCount(drawn)} samples were really drawn, shared by all methods here. A
      tie goes to the answer seen first; no answer counts as wrong.
      {interim ? (
        <>
          {' '}
          <em>so far</em>: of the first questions of a random order, all of them closed; <em>will end between</em> is
          where this run ends, right in 95 of 100 runs however often one looks. It says nothing of other questions, and
          no method is judged against another until every trial is closed. The light bar spans what is possible at all.{' '}
          <em>interim</em>: if stopped now, each open trial counted by its current leader.
        </>
      ) : null}
      {final === null ? null : <Judged final={final} />}
    </p>
  )
}

function Judged({ final }: { readonly final: FinalStatistics }) {
  const { margin, notCompared, methods } = final
  if (notCompared !== null) return <> Methods are not compared: {notCompared}.</>
  const compared = methods.filter(({ comparison }) => comparison !== null).length
  const reach = (100 * deltaDomain(final)).toFixed(1)
  const points = (100 * margin).toFixed(0)
  return (
    <>
      {' '}
      Δ is paired by question, with its 95% interval; the bars reach from −{reach} to +{reach} points, 0 in the middle,
      and the shaded strip is the loss of less than δ = {points} point that non-inferior allows. p is exact and adjusted
      for {compared} comparison{compared === 1 ? '' : 's'} (Holm).
    </>
  )
}
