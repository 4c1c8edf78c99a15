/** One invalid field and what to do about it. */
export interface FieldProblem {
  readonly field: string
  readonly problem: string
}

/** Every reason to refuse a caller, each mapped to one status. */
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

/** A refused request, with what the caller can do about it; sent as application/problem+json. */
export class Refusal extends Error {
  constructor(
    readonly kind: RefusalKind,
    detail: string,
    readonly fields: readonly FieldProblem[] = [],
  ) {
    super(detail)
  }
}

/** A request refused by a rate limit. */
export class TooSoon extends Refusal {
  constructor(
    detail: string,
    readonly retryAfterSeconds: number,
  ) {
    super('too_many', detail)
  }
}

/** Builds the refusal for one invalid field. */
export function refuseField(field: string, problem: string): Refusal {
  return new Refusal('invalid', `${field}: ${problem}`, [{ field, problem }])
}
