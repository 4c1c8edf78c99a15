/** What must be true, each with its own count in the report. */
export type Invariant =
  | 'lost'
  | 'duplicated'
  | 'overBudget'
  | 'unledgered'
  | 'digest'
  | 'totals'
  | 'verdict'
  | 'changed'
  | 'contentRedraw'
  | 'submission'
  | 'afterCancel'
  | 'leaseBroken'
  | 'end'

/** One broken promise, with the rows that show it. */
export interface Violation {
  readonly invariant: Invariant
  readonly what: string
  readonly rows: readonly unknown[]
  /** More time might have cured it: on a machine that is too slow it proves nothing. */
  readonly mayBeLate?: boolean
}

/** Makes a violation of rows that should not exist; none if there are none. */
export function violationOf(invariant: Invariant, what: string, rows: readonly unknown[]): Violation[] {
  return rows.length === 0 ? [] : [{ invariant, what, rows: rows.slice(0, 20) }]
}
