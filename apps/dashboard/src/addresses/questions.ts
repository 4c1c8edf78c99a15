/** A question's place in an evaluation. */
export interface QuestionAt {
  readonly position: number
  readonly replicate: number
}

/** The parts of an address that narrow the questions shown; the API uses the same names, and checks the values. */
const KEYS = ['filter', 'method', 'verdict', 'agreement', 'versus', 'versusMethod', 'answer', 'q', 'examples'] as const
type Key = (typeof KEYS)[number]

export type Selection = Readonly<Partial<Record<Key, string>>>

/** An address's query as the framework passes it. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Reads one value of a query; nothing if it is not there, empty or there several times. */
export function valueIn(params: SearchParams, key: string): string | undefined {
  const value = params[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Reads a selection out of an address' query; unknown keys are ignored. */
export function selectionIn(params: SearchParams): Selection {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const value = valueIn(params, key)
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

/**
 * The same selection seen from the other evaluation that it compares with: a question right there and not here becomes
 * one right here and not there.
 */
export function mirrored(id: string, selection: Selection): Selection {
  const { method, versusMethod = method, agreement = '' } = selection
  const turned: Readonly<Record<string, string>> = { this: 'other', other: 'this' }
  const known = { method: versusMethod, versus: id, versusMethod: method, agreement: turned[agreement] ?? agreement }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined && value !== ''))
}

/** The filters of a selection. */
export function filtersOf({ filter }: Selection): string[] {
  return (filter ?? '').split(',').filter((name) => name !== '')
}

/** The address of an evaluation's questions, narrowed by a selection. */
export function questionsAddress(id: string, selection: Record<string, string | undefined>): string {
  return address(`/evaluations/${encodeURIComponent(id)}/questions`, selection)
}

/** The address of one question; it includes the selection, for its neighbours. */
export function questionAddress(
  id: string,
  { position, replicate }: QuestionAt,
  selection: Record<string, string | undefined>,
): string {
  return address(`/evaluations/${encodeURIComponent(id)}/questions/${position}`, {
    ...selection,
    ...(replicate === 0 ? {} : { replicate: String(replicate) }),
  })
}

function address(path: string, query: Record<string, string | undefined>): string {
  const written = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, value]])),
  ).toString()
  return written === '' ? path : `${path}?${written}`
}

/** Identifies a sample, and whether a gated benchmark's texts were requested. */
export interface SampleAddress extends QuestionAt {
  readonly id: string
  readonly index: number
  readonly examples: '1' | undefined
}
