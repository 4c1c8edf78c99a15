import { FAMILY_TITLES } from '@cges-fleet/methods/replay'
import type { Family } from './family'

/** Says in a line what a family of methods does. */
export function familyTitle(family: Family): string {
  return family === 'other'
    ? 'Decided by a program of one’s own, or by a rule this dashboard has no description of'
    : FAMILY_TITLES[family]
}
