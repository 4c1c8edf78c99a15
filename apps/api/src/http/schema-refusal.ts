import { type FieldProblem, Refusal } from './refusal.js'

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
  const problem = 'there is no such field: check its spelling, or leave it out'
  return issue.keys.slice(0, MOST_PROBLEMS).map((key) => ({ field: [...path, key].join('.'), problem }))
}
