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
 * Parses an address's query, leaving out whatever is unknown or the API would refuse. If it names no order or no
 * columns, the reader's own apply; the defaults, newest first and all columns, are stated only if the reader's own
 * differ.
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
