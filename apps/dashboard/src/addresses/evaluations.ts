import { type EvaluationPage, EvaluationQuery } from '@cges-fleet/core'
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
  'mine',
  'archived',
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

/** Whether a list is the home page: all there is, the newest first, from the start. */
export function isHome(query: ListQuery): boolean {
  return !isFiltered(query) && query.cursor === undefined && (query.sort ?? 'newest') === 'newest'
}

/** The columns of the list of evaluations, in their order; their names appear in addresses. */
export const COLUMNS = [
  { name: 'status', title: 'Status' },
  { name: 'name', title: 'Name', sort: { by: 'name', direction: 'ascending' } },
  { name: 'benchmark', title: 'Benchmark and model' },
  { name: 'trials', title: 'Questions finished' },
  { name: 'left', title: 'Time left', number: true },
  { name: 'best', title: 'Best method' },
  { name: 'accuracy', title: 'Accuracy', number: true, sort: { by: 'accuracy', direction: 'descending' } },
  { name: 'calls', title: 'Calls', number: true, sort: { by: 'calls', direction: 'ascending' } },
  { name: 'saved', title: 'Saved', number: true, sort: { by: 'saved', direction: 'descending' } },
  { name: 'tokens', title: 'Tokens', number: true, sort: { by: 'tokens', direction: 'ascending' } },
  { name: 'samples', title: 'Samples drawn', number: true },
  { name: 'cost', title: 'Cost', number: true },
  { name: 'owner', title: 'Owner' },
  { name: 'submitted', title: 'Submitted', number: true, sort: { by: 'newest', direction: 'descending' } },
] as const

export type ColumnName = (typeof COLUMNS)[number]['name']

/** The cookie with the reader's hidden columns, which apply if an address does not mention columns. */
export const COLUMNS_COOKIE = 'columns'

/** The columns left out until a reader chooses: what a list on one screen has no room for. */
const LEFT_OUT = 'trials,left,calls,tokens,samples'

/** The address's value for showing all columns although the reader hides some by default. */
const NONE = 'none'

/** Lists the columns that can be hidden; the name links to the evaluation, and always stays. */
export function columnsToHide(hasOwners: boolean): readonly (typeof COLUMNS)[number][] {
  return COLUMNS.filter(({ name }) => name !== 'name' && (hasOwners || name !== 'owner'))
}

/**
 * Lists the columns that are shown when those of `hide` are left out. The one that the list is sorted by is left out
 * only where the reader chose so.
 */
export function shownColumns(
  { hide, sort }: Pick<ListQuery, 'hide' | 'sort'>,
  hasOwners: boolean,
): readonly (typeof COLUMNS)[number][] {
  const hidden = hiddenIn(hide)
  return COLUMNS.filter((column) => {
    const isSorted = hide === undefined && 'sort' in column && column.sort.by === sort
    return (isSorted || !hidden.includes(column.name)) && (hasOwners || column.name !== 'owner')
  })
}

/** Parses the columns that a text hides, those left out by default unless it is given, skipping names that are not columns, or that cannot be hidden. */
export function hiddenIn(text = LEFT_OUT): readonly ColumnName[] {
  const named = text.split(',')
  return columnsToHide(true).flatMap(({ name }) => (named.includes(name) ? [name] : []))
}

/** Writes down which columns are left out, the same columns always the same. */
export function hideText(hidden: readonly ColumnName[]): string {
  return hiddenIn(hidden.join(',')).join(',') || NONE
}

interface Own {
  readonly order?: Order
  /** The columns left out. */
  readonly hide?: string
}

/**
 * Parses an address's query, leaving out whatever is unknown or the API would refuse. If it names no order or no
 * columns, the reader's own apply; the defaults, newest first and the columns that fit, are stated only if the reader's
 * own differ.
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
    ...(hide === DEFAULT && hideText(hiddenIn(own)) === DEFAULT ? {} : { hide }),
  }
}

const DEFAULT = hideText(hiddenIn())

/** An order that evaluations are listed in. */
export type Order = 'newest' | 'name' | 'accuracy' | 'calls' | 'saved' | 'tokens'

/** The cookie with the reader's order, which applies if an address names none. */
export const ORDER_COOKIE = 'order'

/** The orders to choose from. */
export const ORDERS: readonly { readonly value: Order; readonly word: string }[] = [
  { value: 'newest', word: 'newest first' },
  { value: 'name', word: 'name' },
  { value: 'accuracy', word: 'most accurate' },
  { value: 'calls', word: 'fewest calls' },
  { value: 'saved', word: 'most calls saved' },
  { value: 'tokens', word: 'fewest tokens' },
]

/** Parses an order from a cookie's value; anything else is the newest first. */
export function orderIn(value: string | undefined): Order {
  return ORDERS.find((order) => order.value === value)?.value ?? 'newest'
}

/**
 * Reads a page of evaluations in the browser. The form was checked by the API that wrote it, and the schemas would
 * double what a page loads; so only what tells a page from something else is looked at before the cast.
 */
export function pageIn(value: unknown): EvaluationPage | null {
  const isPage =
    typeof value === 'object' && value !== null && 'evaluations' in value && Array.isArray(value.evaluations)
  return isPage ? (value as EvaluationPage) : null
}

/** The address of an evaluation's report, as one HTML file. */
export function reportAddress(id: string): string {
  return `/evaluations/${encodeURIComponent(id)}/report`
}

/** The form of a new evaluation on questions of one's own. */
export const OWN_QUESTIONS_PATH = '/evaluations/new?questions=own'
