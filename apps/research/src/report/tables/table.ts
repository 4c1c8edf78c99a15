import type { RowKind } from '../../run/baselines.js'

/** One number of ours beside the paper's, written out. */
export interface Cell {
  readonly ours: string
  /** Standard deviation over replicates. */
  readonly spread?: string
  readonly paper?: string
  readonly difference?: string
  /** Whatever else belongs to the number, such as γ. */
  readonly note?: string
  /** Further from the paper than 15 % of calls, or a point of accuracy. */
  readonly far?: boolean
}

export interface TableRow {
  readonly label: string
  /** The relation of the row's numbers to the fit; shown beside the label unless predicted. */
  readonly kind?: RowKind
  readonly cells: readonly (Cell | null)[]
}

/** A table of the report, before it becomes text, LaTeX or HTML. */
export interface Table {
  readonly id: string
  readonly title: string
  readonly note?: string
  readonly head: readonly string[]
  readonly rows: readonly TableRow[]
}

/** A part of the report: what it shows, in words, then its tables; its pictures go by its id. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly text: readonly string[]
  readonly tables: readonly Table[]
}

/** A number with a true minus sign; an em dash for a missing one. */
export function written(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '—'
  return value
    .toFixed(digits)
    .replace(/^-(?=0\.?0*$)/u, '')
    .replace('-', '−')
}

/** A difference, with its sign. */
export function signed(value: number, digits: number): string {
  const text = written(value, digits)
  return text.startsWith('−') || Number(text) === 0 ? text : `+${text}`
}

/** A γ as people write it: `.999`. */
export function gammaText(gamma: number): string {
  return String(gamma).replace(/^0/u, '')
}
