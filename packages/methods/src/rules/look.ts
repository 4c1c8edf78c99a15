/** The outline of a method's marker. */
export type Shape =
  | 'square'
  | 'triangle'
  | 'diamond'
  | 'triangle-down'
  | 'star'
  | 'wye'
  | 'circle'
  | 'cross'
  | 'triangle-right'
  | 'triangle-left'
  | 'hourglass'
  | 'bow-tie'
  | 'pentagon'
  | 'saltire'
  | 'hexagon'
  | 'chevron'
  | 'trapezoid'
  | 'parallelogram'
  | 'arrow'
  | 'house'
  | 'kite'
  | 'tee'
  | 'star-4'
  | 'cup'
  | 'ell'
  | 'zed'
  | 'tee-down'
  | 'star-6'
  | 'star-8'
  | 'shield'
  | 'bolt'
  | 'pennant'
  | 'funnel'
  | 'crown'
  | 'double-arrow'

/** A rule's look wherever it is drawn: the colour token of a hue, and an outline that needs no colour. */
export type Look = { readonly hue: string; readonly shape: Shape }

/** Titles of the families: rules that share a stopping idea, in the order of every table and chart. */
export const FAMILY_TITLES = {
  sc: 'SC: self-consistency, always draws its whole budget',
  esc: 'ESC: early-stopping self-consistency, stops on a unanimous window',
  asc: 'ASC: adaptive-consistency, stops when the majority is likely settled',
  dsc: 'DSC: difficulty-adaptive self-consistency',
  cges: 'CGES: confidence-guided early stopping',
  votes: 'Newer rules on the votes alone',
  weighed: 'Other rules that weigh votes by confidence',
} as const

export type Family = keyof typeof FAMILY_TITLES
