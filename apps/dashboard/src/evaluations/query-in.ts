import { EvaluationQuery } from '@cges-fleet/core'
import { hiddenIn, hideText } from './columns'
import type { ListQuery } from './list-query'
import type { Order } from './orders'

interface Own {
  readonly order?: Order
  /** The columns left out. */
  readonly hide?: string
}

/**
 * Reads what an address asks for; what the API would refuse, and what it does not know, is left out. Where it names no order or no
 * columns, the reader's own are taken; the newest first, and all columns, are written down only where those are others.
 */
export function queryIn(
  search: Readonly<Record<string, string | string[] | undefined>>,
  { order = 'newest', hide: own }: Own = {},
): ListQuery {
  const entries = Object.entries(EvaluationQuery.shape).flatMap(([field, schema]) => {
    const value = search[field]
    const isRight = typeof value === 'string' && value !== '' && schema.safeParse(value).success
    return isRight ? [[field, value] as const] : []
  })
  const { sort = order, ...query }: ListQuery = Object.fromEntries(entries)
  const hide = hideText(hiddenIn(typeof search['hide'] === 'string' ? search['hide'] : own))
  return {
    ...query,
    ...(sort === 'newest' && order === 'newest' ? {} : { sort }),
    ...(hide === ALL && hideText(hiddenIn(own)) === ALL ? {} : { hide }),
  }
}

/** How it is written that no column is left out. */
const ALL = hideText([])
