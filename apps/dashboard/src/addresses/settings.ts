import type { Scope } from '@cges-fleet/core'

/** One section of the settings, at an address of its own. */
export interface Section {
  readonly name: string
  readonly path: string
  /** The scope that its readers must have; null if it is open to all. */
  readonly scope: Scope | null
}

/** Where a team is created: its form comes first there. */
export const NEW_TEAM_PATH = '/settings/team?new=team'

/** The sections of the settings, in the order shown. */
export const SECTIONS: readonly Section[] = [
  { name: 'Account', path: '/settings', scope: null },
  { name: 'Team', path: '/settings/team', scope: null },
  { name: 'Gateway', path: '/settings/gateway', scope: 'evaluations:read' },
  { name: 'People', path: '/settings/people', scope: 'keys:read' },
  { name: 'Keys', path: '/settings/keys', scope: 'keys:read' },
  { name: 'Share links', path: '/settings/share-links', scope: 'evaluations:write' },
  { name: 'Webhooks', path: '/settings/webhooks', scope: null },
  { name: 'Preferences', path: '/settings/preferences', scope: null },
  { name: 'Log', path: '/settings/audit', scope: 'audit:read' },
]
