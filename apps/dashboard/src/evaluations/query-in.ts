import { EvaluationQuery } from '@cges-fleet/core'
import type { ListQuery } from './list-query'

/** Reads what an address asks for; what the API would refuse, and what it does not know, is left out. */
export function queryIn(search: Readonly<Record<string, string | string[] | undefined>>): ListQuery {
  const entries = Object.entries(EvaluationQuery.shape).flatMap(([field, schema]) => {
    const value = search[field]
    const isRight = typeof value === 'string' && value !== '' && schema.safeParse(value).success
    return isRight && !(field === 'sort' && value === 'newest') ? [[field, value] as const] : []
  })
  return Object.fromEntries(entries)
}
