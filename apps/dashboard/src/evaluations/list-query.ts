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

/** The parameters that a saved view can hold. */
export const VIEW_FIELDS = [...FILTER_FIELDS, 'sort', 'hide'] as const

/** A list's query as its address states it, with the columns left out; every value is valid. */
export type ListQuery = { readonly [field in (typeof FILTER_FIELDS)[number] | 'sort' | 'cursor' | 'hide']?: string }

/** The same as the route takes it. */
export type ListAsking = NonNullable<Asking<typeof ListEvaluations>['query']>

/** Passes a query to the route: `queryIn` has validated every value by the route's own schema. */
export function listAsking({ hide: _columns, ...query }: ListQuery): ListAsking {
  return query as ListAsking
}

const ORDER = [...FILTER_FIELDS, 'sort', 'cursor', 'hide'] as const

/**
 * Writes a query with changes as the end of an address; equal queries give equal text. Whatever changes, the list
 * starts again at its first page.
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

/** Returns the layout part of a query: its order and hidden columns, without filters. */
export function layoutOf({ sort, hide }: ListQuery): ListQuery {
  return { ...(sort === undefined ? {} : { sort }), ...(hide === undefined ? {} : { hide }) }
}

/** Returns whether a list leaves any evaluation out. */
export function isFiltered(query: ListQuery): boolean {
  return FILTER_FIELDS.some((field) => query[field] !== undefined)
}
