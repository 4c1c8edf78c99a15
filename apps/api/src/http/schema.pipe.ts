import { StandardSchemaValidationPipe } from '@nestjs/common'
import { type FieldProblem, Refusal } from './refusal.js'

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
  /** Zod's word for keys that the schema does not know. */
  readonly keys?: readonly string[]
}

const MOST_PROBLEMS = 20

/** Checks every parameter against its schema and names each field at fault. */
export function schemaPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues: readonly Issue[]) => schemaRefusal(issues),
  })
}

/** Names each field at fault. */
export function schemaRefusal(issues: readonly Issue[]): Refusal {
  const fields = issues.slice(0, MOST_PROBLEMS).flatMap(fieldProblems).slice(0, MOST_PROBLEMS)
  const detail = fields.map(({ field, problem }) => (field === '' ? problem : `${field}: ${problem}`)).join('; ')
  return new Refusal('invalid', detail, fields)
}

function fieldProblems(issue: Issue): FieldProblem[] {
  const path = (issue.path ?? []).map((segment) => String(typeof segment === 'object' ? segment.key : segment))
  if (issue.keys === undefined) return [{ field: path.join('.'), problem: issue.message }]
  const problem = 'there is no such field: check its spelling, or leave it out'
  return issue.keys.slice(0, MOST_PROBLEMS).map((key) => ({ field: [...path, key].join('.'), problem }))
}
