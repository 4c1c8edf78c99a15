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
