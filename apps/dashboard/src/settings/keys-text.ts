import type { KeyView } from '@cges-fleet/core'
import { formatInstant } from '../format/format-instant'
import type { TableText } from '../format/table/table-text'

/** Keys as words, without what cannot be copied: their secrets. */
export function keysTable(keys: readonly KeyView[], zone: string): TableText {
  const told = (at: string | null) => (at === null ? 'never' : formatInstant(at, zone))
  return {
    columns: ['Name', 'Key', 'Team', 'Role', 'State', 'Last used', 'Expires'],
    rows: keys.map(({ id, name, team, role, scopes, state, lastUsedAt, expiresAt }) => [
      name,
      id,
      team,
      scopes === null ? role : `${role}, only ${scopes.join(', ')}`,
      state,
      told(lastUsedAt),
      told(expiresAt),
    ]),
  }
}
