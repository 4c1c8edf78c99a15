import { StandardSchemaValidationPipe } from '@nestjs/common'
import { type FieldProblem, Refusal } from './refusal.js'

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** Checks every parameter against its schema and names each field at fault. */
export function schemaPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues: readonly Issue[]) => {
      const fields = issues.slice(0, 20).map(fieldProblem)
      const detail = fields.map(({ field, problem }) => (field === '' ? problem : `${field}: ${problem}`)).join('; ')
      return new Refusal('invalid', detail, fields)
    },
  })
}

function fieldProblem(issue: Issue): FieldProblem {
  const path = (issue.path ?? []).map((segment) => String(typeof segment === 'object' ? segment.key : segment))
  return { field: path.join('.'), problem: issue.message }
}
