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

/** What a list of evaluations is asked for, as its address says it; every value is one the API takes. */
export type ListQuery = { readonly [field in (typeof FILTER_FIELDS)[number] | 'sort' | 'cursor']?: string }

/** The same as the route takes it. */
export type ListAsking = NonNullable<Asking<typeof ListEvaluations>['query']>

/** Hands a query to the route: `queryIn` read every value of it by the route's own schema. */
export function listAsking(query: ListQuery): ListAsking {
  return query as ListAsking
}

const ORDER = [...FILTER_FIELDS, 'sort', 'cursor'] as const

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

/** Tells whether a list leaves anything out. */
export function isFiltered(query: ListQuery): boolean {
  return FILTER_FIELDS.some((field) => query[field] !== undefined)
}
