import type { ReactNode } from 'react'
import { familyOf } from '../families/family'
import { Marker } from '../families/marker'
import type { NamedReport } from '../families/name-methods'
import { formatCalls } from '../format/format-calls'
import { formatShare } from '../format/format-share'
import { type LeadPoint, leadOf } from './lead-of'

interface Props {
  readonly reports: readonly NamedReport[]
}

/** The first sentence of the page: which method reaches what, at which cost. */
export function LeadLine({ reports }: Props) {
  const lead = leadOf(reports)
  if (lead.kind === 'nothing')
    return (
      <p className="lead muted" data-testid="lead">
        No trial has resolved yet: a cost is estimated from the first that does. Accuracies are only bounded until then.
      </p>
    )
  if (lead.kind === 'bounded') return <BoundedLead cheapest={lead.cheapest} />
  const { best, cheapest, interim } = lead
  return (
    <p className="lead" data-testid="lead">
      {interim ? <span className="lead-when">Interim, if stopped now: </span> : null}
      <Point point={cheapest} verb="reaches" interim={interim} />
      {cheapest.report.key === best.report.key ? (
        <>. None is more accurate, and no cheaper one comes within its interval.</>
      ) : (
        <>
          , the cheapest within the interval of the most accurate, <Point point={best} verb="with" interim={interim} />.
        </>
      )}
    </p>
  )
}

function BoundedLead({ cheapest }: { readonly cheapest: NamedReport & { readonly calls: number } }) {
  const { calls, callsBounds, spec, live } = cheapest
  return (
    <p className="lead" data-testid="lead">
      <span className="lead-when">Interim: </span>
      <Named report={cheapest} hollow /> has the lowest estimated cost so far: <Amount>{formatCalls(calls)}</Amount>{' '}
      calls a question of at most {spec.budget}
      {callsBounds.low === callsBounds.high ? null : (
        <>
          {' '}
          (it can end between {formatCalls(callsBounds.low)} and {formatCalls(callsBounds.high)})
        </>
      )}
      .{' '}
      {live === null
        ? 'Accuracies are only bounded until the first trial of the order is closed.'
        : `So far it has ${formatShare(live.value)} right, and will end between ${(100 * live.low).toFixed(1)} and ${formatShare(live.high)}.`}
    </p>
  )
}

interface PointProps {
  readonly point: LeadPoint
  readonly verb: 'reaches' | 'with'
  readonly interim: boolean
}

function Point({ point: { report, accuracy, calls }, verb, interim }: PointProps) {
  return (
    <>
      <Named report={report} hollow={interim} /> {verb} <Amount>{formatShare(accuracy)}</Amount> at{' '}
      <Amount>{formatCalls(calls)}</Amount> calls a question
    </>
  )
}

function Named({ report, hollow }: { readonly report: NamedReport; readonly hollow: boolean }) {
  return (
    <span className="lead-name">
      <Marker family={familyOf(report.spec.method)} hollow={hollow} /> <strong>{report.name}</strong>
    </span>
  )
}

function Amount({ children }: { readonly children: ReactNode }) {
  return <span className="lead-number">{children}</span>
}
