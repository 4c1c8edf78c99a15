import type { EvaluationView } from '@cges-fleet/core'
import { familyOf } from '../families/family'
import { Marker } from '../families/marker'
import { formatCalls } from '../format/format-calls'
import { formatShare } from '../format/format-share'
import { type LeadPoint, leadOf } from './lead-of'

const NOTHING_YET =
  'No method can be placed yet: an accuracy appears once every trial has an answer to lead, a cost once a trial has resolved. Until then there are only bounds.'

/** The first sentence of the page: which method reaches what, at which cost. */
export function LeadLine({ view }: { readonly view: EvaluationView }) {
  const lead = leadOf(view)
  if (lead === null) return <p className="lead muted">{NOTHING_YET}</p>
  const { best, cheapest, interim } = lead
  return (
    <p className="lead" data-testid="lead">
      {interim ? <span className="lead-when">Interim, if stopped now: </span> : null}
      <Point point={cheapest} interim={interim} />
      {cheapest.report.key === best.report.key ? (
        <>. It is the most accurate, and no cheaper method comes within its interval.</>
      ) : (
        <>
          , the cheapest within the interval of the most accurate, <Point point={best} interim={interim} />.
        </>
      )}
    </p>
  )
}

function Point({
  point: { report, accuracy, calls },
  interim,
}: {
  readonly point: LeadPoint
  readonly interim: boolean
}) {
  return (
    <>
      <span className="lead-name">
        <Marker family={familyOf(report.spec.method)} hollow={interim} /> <strong>{report.label}</strong>
      </span>{' '}
      <span className="lead-number">{formatShare(accuracy)}</span> at{' '}
      <span className="lead-number">{formatCalls(calls)}</span> calls a question
    </>
  )
}
