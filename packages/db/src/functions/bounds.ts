import { LONGEST_LEASE_MS } from '@cges-fleet/core'

/** PL/pgSQL that refuses a call unless a condition holds: `says` has a % for the value found. */
export function requireThat(condition: string, says: string, found: string): string {
  return `
IF NOT coalesce(${condition}, false) THEN
  RAISE EXCEPTION '${says}', ${found} USING ERRCODE = 'check_violation';
END IF;`
}

/** PL/pgSQL that refuses a lease out of its bounds. */
export const REQUIRE_LEASE = requireThat(
  `_lease_ms BETWEEN 1 AND ${LONGEST_LEASE_MS}`,
  `a lease must be from 1 to ${LONGEST_LEASE_MS} ms, not %: set LEASE_MS`,
  '_lease_ms',
)
