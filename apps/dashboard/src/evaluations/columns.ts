/** The columns of the list of evaluations, in their order; their names appear in addresses. */
export const COLUMNS = [
  { name: 'status', title: 'Status' },
  { name: 'name', title: 'Name', sort: { by: 'name', direction: 'ascending' } },
  { name: 'benchmark', title: 'Benchmark and model' },
  { name: 'trials', title: 'Trials closed' },
  { name: 'left', title: 'Time left', number: true },
  { name: 'best', title: 'Best method' },
  { name: 'accuracy', title: 'Accuracy', number: true, sort: { by: 'accuracy', direction: 'descending' } },
  { name: 'calls', title: 'Calls', number: true, sort: { by: 'calls', direction: 'ascending' } },
  { name: 'saved', title: 'Saved', number: true, sort: { by: 'saved', direction: 'descending' } },
  { name: 'tokens', title: 'Tokens', number: true, sort: { by: 'tokens', direction: 'ascending' } },
  { name: 'samples', title: 'Samples drawn', number: true },
  { name: 'owner', title: 'Owner' },
  { name: 'submitted', title: 'Submitted', number: true, sort: { by: 'newest', direction: 'descending' } },
] as const

export type ColumnName = (typeof COLUMNS)[number]['name']

/** The cookie with the reader's hidden columns, which apply if an address does not mention columns. */
export const COLUMNS_COOKIE = 'columns'

/** The address's value for showing all columns although the reader hides some by default. */
const NONE = 'none'

/** Lists the columns that can be hidden; the name links to the evaluation, and always stays. */
export function columnsToHide(hasOwners: boolean): readonly (typeof COLUMNS)[number][] {
  return COLUMNS.filter(({ name }) => name !== 'name' && (hasOwners || name !== 'owner'))
}

/** Lists the columns that are shown when those of `hide` are left out. */
export function shownColumns(hide: string | undefined, hasOwners: boolean): readonly (typeof COLUMNS)[number][] {
  const hidden = hiddenIn(hide)
  return COLUMNS.filter(({ name }) => !hidden.includes(name) && (hasOwners || name !== 'owner'))
}

/** Parses the columns that a text hides, skipping names that are not columns, or that cannot be hidden. */
export function hiddenIn(text: string | undefined): readonly ColumnName[] {
  const named = text?.split(',') ?? []
  return columnsToHide(true).flatMap(({ name }) => (named.includes(name) ? [name] : []))
}

/** Writes down which columns are left out, the same columns always the same. */
export function hideText(hidden: readonly ColumnName[]): string {
  return hiddenIn(hidden.join(',')).join(',') || NONE
}
