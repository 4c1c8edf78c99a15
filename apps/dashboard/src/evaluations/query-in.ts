import { EvaluationQuery } from '@cges-fleet/core'
import type { ListQuery } from './list-query'
import type { Order } from './orders'

/**
 * Reads what an address asks for; what the API would refuse, and what it does not know, is left out. Where it asks for no order,
 * the reader's is taken; the newest first is written down only where that is another.
 */
export function queryIn(
  search: Readonly<Record<string, string | string[] | undefined>>,
  order: Order = 'newest',
): ListQuery {
  const entries = Object.entries(EvaluationQuery.shape).flatMap(([field, schema]) => {
    const value = search[field]
    const isRight = typeof value === 'string' && value !== '' && schema.safeParse(value).success
    return isRight ? [[field, value] as const] : []
  })
  const { sort = order, ...query }: ListQuery = Object.fromEntries(entries)
  return sort === 'newest' && order === 'newest' ? query : { ...query, sort }
}
