/** One field at fault and what to do about it. */
export interface FieldProblem {
  readonly field: string
  readonly problem: string
}

/** Everything a caller of the API can be told no for, each mapped to one status. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_slow'
  | 'length_required'
  | 'too_large'
  | 'too_many'
  | 'unavailable'

/** A request that is refused, with what the caller can do; told as application/problem+json. */
export class Refusal extends Error {
  constructor(
    readonly kind: RefusalKind,
    detail: string,
    readonly fields: readonly FieldProblem[] = [],
  ) {
    super(detail)
  }
}

/** A request refused for coming too soon. */
export class TooSoon extends Refusal {
  constructor(
    detail: string,
    readonly retryAfterSeconds: number,
  ) {
    super('too_many', detail)
  }
}

/** Refuses for one field. */
export function refuseField(field: string, problem: string): Refusal {
  return new Refusal('invalid', `${field}: ${problem}`, [{ field, problem }])
}
