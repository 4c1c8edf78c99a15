import type { Family } from './family'

const TITLES: Record<Family, string> = {
  sc: 'SC: self-consistency, always draws its whole budget',
  esc: 'ESC: early-stopping self-consistency, stops on a unanimous window',
  asc: 'ASC: adaptive-consistency, stops when the majority is likely settled',
  dsc: 'DSC: difficulty-adaptive self-consistency',
  cges: 'CGES: confidence-guided early stopping',
  other: 'A method this dashboard has no description of',
}

/** Says in a line what a family of methods does. */
export function familyTitle(family: Family): string {
  return TITLES[family]
}
