/** One invalid field and what to do about it. */
interface FieldProblem {
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

/** A request for something that the caller's team does not have, by its id. */
export class Missing extends Refusal {
  constructor(
    detail: string,
    readonly id: string,
  ) {
    super('not_found', detail)
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

interface Issue {
  readonly message: string
  readonly path: readonly PropertyKey[]
  /** Zod's word for keys that the schema does not know. */
  readonly keys?: readonly string[]
}

const MOST_PROBLEMS = 20

/** Names each invalid field; `place` is the prefix common to all of them. */
export function schemaRefusal(issues: readonly Issue[], place: readonly string[] = []): Refusal {
  const fields = issues
    .slice(0, MOST_PROBLEMS)
    .flatMap((issue) => fieldProblems(issue, place))
    .slice(0, MOST_PROBLEMS)
  const detail = fields.map(({ field, problem }) => (field === '' ? problem : `${field}: ${problem}`)).join('; ')
  return new Refusal('invalid', detail, fields)
}

function fieldProblems(issue: Issue, place: readonly string[]): FieldProblem[] {
  const path = [...place, ...issue.path.map(String)]
  if (issue.keys === undefined) return [{ field: path.join('.'), problem: issue.message }]
  const problem = 'unknown field. Check its spelling, or remove it'
  return issue.keys.slice(0, MOST_PROBLEMS).map((key) => ({ field: [...path, key].join('.'), problem }))
}

/** The refusal for an unauthenticated caller; it says where keys come from. */
export function unauthenticated(): Refusal {
  return new Refusal(
    'unauthenticated',
    'This fleet needs a key. Send the header Authorization: Bearer <key>, set CGES_API_KEY_FILE to a file with the key, or sign in to the dashboard. The operator creates the first key: cges key create --admin --name you, with DATABASE_URL and KEY_PEPPER_FILE set.',
  )
}
