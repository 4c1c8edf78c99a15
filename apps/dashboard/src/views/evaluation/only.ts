/** Which methods a reader has taken out of the chart. */
export interface Only {
  readonly hidden: ReadonlySet<string>
  /** A box was drawn around the rest: the axes fit them, without what other settings would have given. */
  readonly isZoomed: boolean
}

/** Nothing is taken out. */
export const ALL: Only = { hidden: new Set(), isZoomed: false }
