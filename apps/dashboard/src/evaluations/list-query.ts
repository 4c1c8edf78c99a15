import type { Asking, ListEvaluations } from '@cges-fleet/core/contract'

/** The conditions a list can be filtered by, in the API's own words. */
export const FILTER_FIELDS = [
  'status',
  'attention',
  'benchmark',
  'pool',
  'model',
  'method',
  'owner',
  'tag',
  'from',
  'to',
  'q',
] as const

/** What a view under a name can hold. */
export const VIEW_FIELDS = [...FILTER_FIELDS, 'sort', 'hide'] as const

/** What a list of evaluations is asked for, as its address says it, and which columns are left out of it; every value is a right one. */
export type ListQuery = { readonly [field in (typeof FILTER_FIELDS)[number] | 'sort' | 'cursor' | 'hide']?: string }

/** The same as the route takes it. */
export type ListAsking = NonNullable<Asking<typeof ListEvaluations>['query']>

/** Hands a query to the route: `queryIn` read every value of it by the route's own schema. */
export function listAsking({ hide: _columns, ...query }: ListQuery): ListAsking {
  return query as ListAsking
}

const ORDER = [...FILTER_FIELDS, 'sort', 'cursor', 'hide'] as const

/**
 * Writes a query with changes as the end of an address, the same query always the same; whatever changes, the list begins at its
 * first page again.
 */
export function searchOf({ cursor: _from, ...query }: ListQuery, changes: ListQuery = {}): string {
  const wanted: ListQuery = { ...query, ...changes }
  const entries = ORDER.flatMap((field) => {
    const value = wanted[field]
    return value === undefined || value === '' ? [] : [[field, value]]
  })
  const search = new URLSearchParams(entries).toString()
  return search === '' ? '' : `?${search}`
}

/** Returns how a query is shown, whatever it finds. */
export function layoutOf({ sort, hide }: ListQuery): ListQuery {
  return { ...(sort === undefined ? {} : { sort }), ...(hide === undefined ? {} : { hide }) }
}

/** Tells whether a list leaves any evaluation out. */
export function isFiltered(query: ListQuery): boolean {
  return FILTER_FIELDS.some((field) => query[field] !== undefined)
}
