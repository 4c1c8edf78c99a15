import { decide, gammaSweep, type MethodSpec, type StopReason, type Vote } from '@cges-fleet/methods'

/** Where a rule stops on a trial; null where it would have read samples that were not drawn. */
export type CurveStop = { readonly calls: number; readonly answer: string | null; readonly reason: StopReason } | null

/** Replays a trial's votes under each value of the parameter a method's curve varies; one stop a value, in their order. */
export function stopsAt(spec: MethodSpec, votes: readonly Vote[], values: readonly number[]): CurveStop[] {
  switch (spec.method) {
    case 'sc':
      return values.map((budget) => stopOf(decide({ ...spec, budget }, votes)))
    case 'esc':
      return values.map((window) => stopOf(decide({ ...spec, window }, votes)))
    case 'asc-beta':
    case 'asc-dirichlet':
      return values.map((threshold) => stopOf(decide({ ...spec, threshold }, votes)))
    case 'cges':
      return gammaSweep(spec, votes, values).map((stop) =>
        stop.reason === 'budget' && votes.length < spec.budget ? null : stop,
      )
    case 'dsc':
      return values.map(() => null)
  }
}

function stopOf(decision: ReturnType<typeof decide>): CurveStop {
  return decision.state === 'stopped' ? decision : null
}
