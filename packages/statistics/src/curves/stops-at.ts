import { type ReportedSpec, type StopReason, sweepMethod, type Vote } from '@cges-fleet/methods'

/** A rule's stop on a trial; null if it would have read samples that were not drawn. */
export type CurveStop = { readonly calls: number; readonly answer: string | null; readonly reason: StopReason } | null

/** Replays a trial's votes under each value of the parameter a method's curve varies; one stop a value, in their order. */
export function stopsAt(spec: ReportedSpec, votes: readonly Vote[], values: readonly number[]): CurveStop[] {
  const decisions = sweepMethod(spec, votes, values)
  return values.map((_, place) => {
    const decision = decisions?.[place]
    return decision?.state === 'stopped' ? decision : null
  })
}
