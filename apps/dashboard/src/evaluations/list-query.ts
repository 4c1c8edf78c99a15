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

/** Writes a query with changes as the end of an address; whatever changes, the list begins at its first page again. */
export function searchOf({ cursor: _from, ...query }: ListQuery, changes: ListQuery = {}): string {
  const entries = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(entries).toString()
  return search === '' ? '' : `?${search}`
}

/** Tells whether a list leaves anything out. */
export function isFiltered(query: ListQuery): boolean {
  return FILTER_FIELDS.some((field) => query[field] !== undefined)
}
