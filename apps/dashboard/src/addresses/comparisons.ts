import type { ChosenComparison, SavedComparison } from '@cges-fleet/core'

/** The parts of an address that select a comparison; the API uses the same names, and checks the values. */
const KEYS = ['evaluations', 'suite', 'runs', 'with', 'base', 'against', 'methods', 'unpaired'] as const

/** Parameters for the page alone: `all` also shows settings that do not differ, `saved` is the id of a comparison kept. */
const OF_PAGE = ['all', 'saved'] as const

/** Parameters that may hold several values, and their separators. */
const LISTS: Readonly<Partial<Record<string, string>>> = { evaluations: ',', runs: ',', methods: ';' }

export type ComparedQuery = Readonly<Partial<Record<(typeof KEYS)[number] | (typeof OF_PAGE)[number], string>>>

type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Reads what is compared out of an address; unknown keys are ignored, wrong values are refused by the API, which names them. */
export function comparedIn(params: SearchParams): ComparedQuery {
  return Object.fromEntries(
    [...KEYS, ...OF_PAGE].flatMap((key) => {
      const value = joined(key, params[key])
      return value === '' ? [] : [[key, value]]
    }),
  )
}

/** A form sends list values one by one; any other parameter counts only if it is there just once. */
function joined(key: keyof ComparedQuery, value: string | string[] | undefined): string {
  if (typeof value === 'string' || value === undefined) return value ?? ''
  const between = LISTS[key]
  return between === undefined ? '' : value.filter((each) => each !== '').join(between)
}

/** The part of a query that is sent to the API. */
export function queryOf({ all: _all, saved: _saved, ...query }: ComparedQuery): ComparedQuery {
  return query
}

/** The ids that an address names. */
export function evaluationsIn({ evaluations }: ComparedQuery): string[] {
  return (evaluations ?? '').split(',').filter((id) => id !== '')
}

/** What is kept and shared of a comparison: these evaluations, and what was chosen of them. */
export function chosenComparison(
  evaluations: readonly string[],
  { with: opponent, base, against, methods, unpaired }: ComparedQuery,
): ChosenComparison {
  return {
    evaluations: [...evaluations],
    with: opponent === 'own' || opponent === 'base' ? opponent : undefined,
    base,
    against,
    methods: methods?.split(';'),
    unpaired: unpaired === '1' ? unpaired : undefined,
  }
}

/** The address of a comparison that a team keeps. */
export function savedAddress({ id, chosen }: SavedComparison): string {
  const { evaluations, methods, ...rest } = chosen
  const query = { ...rest, evaluations: evaluations.join(','), methods: methods?.join(';'), saved: id }
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return compareAddress(Object.fromEntries(given))
}

/** The address of a comparison, always the same for the same query. */
export function compareAddress(query: ComparedQuery, changes: ComparedQuery = {}): string {
  return address('/compare', { ...query, ...changes })
}

/** The address of a suite's table. */
export function suiteAddress(query: ComparedQuery, changes: ComparedQuery = {}): string {
  return address('/suite', { ...query, ...changes })
}

function address(path: string, query: ComparedQuery): string {
  const entries = [...KEYS, ...OF_PAGE].flatMap((key) => {
    const value = query[key]
    return value === undefined || value === '' ? [] : [`${key}=${encodeURIComponent(value).replaceAll('%2C', ',')}`]
  })
  return entries.length === 0 ? path : `${path}?${entries.join('&')}`
}
