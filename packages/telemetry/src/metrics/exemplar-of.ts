/** The labels of an exemplar: the trace that a measurement belongs to; none if it was recorded in no trace. */
export function exemplarOf(traceparent: string | null): Record<string, string> {
  const [, trace] = traceparent?.split('-') ?? []
  return trace === undefined ? {} : { trace_id: trace }
}
