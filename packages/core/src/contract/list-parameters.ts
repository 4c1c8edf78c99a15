import type { z } from 'zod'
import { EvaluationQuery } from '../schemas/evaluation-query.js'

const { cursor, sort, ...filter } = EvaluationQuery.shape

/** Filter and order of an evaluation list. */
export const LISTED = {
  status: described(filter.status),
  attention: described(filter.attention),
  benchmark: described(filter.benchmark),
  pool: described(filter.pool),
  model: described(filter.model),
  method: described(filter.method),
  owner: described(filter.owner),
  tag: described(filter.tag),
  from: described(filter.from),
  to: described(filter.to),
  q: described(filter.q),
  sort: described(sort),
} as const

/** The cursor of such a list. */
export const LIST_PLACE = { cursor: described(cursor) } as const

function described<Schema extends z.ZodType>(schema: Schema) {
  return { about: schema.description ?? '', schema }
}
