import { FAMILY_TITLES } from '@cges-fleet/methods/replay'
import type { Family } from './family'

/** Describes a family of methods in one line. */
export function familyTitle(family: Family): string {
  return family === 'other'
    ? 'Decided by a program of one’s own, or by a rule this dashboard has no description of'
    : FAMILY_TITLES[family]
}
