import type { Scope } from '@cges-fleet/core'

/** What each permission allows its holder, worded for a list. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'evaluations:read': 'See the team’s evaluations, compare and export them',
  'benchmarks:read': 'See benchmarks',
  'pools:read': 'See pools',
  'evaluations:write': 'Submit evaluations; pause, extend and cancel them; tag them',
  'benchmarks:write': 'Import benchmarks',
  'keys:read': 'See the team’s keys, without their secrets',
  'pools:operate': 'Say what a pool promises, and empty it',
  'keys:manage': 'Make and revoke the team’s keys',
  'teams:manage': 'Make teams, and change the limits of any',
  'audit:read': 'Read the log of keys, teams and refused access',
}
