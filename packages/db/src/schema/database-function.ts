import { LONGEST_LEASE_MS } from '@cges-fleet/core'

/**
 * An operation a worker may perform on rows it cannot see: one or two statements, run with the owner's rights (SECURITY
 * DEFINER).
 */
export interface DatabaseFunction {
  readonly name: string
  /**
   * Its parameters, named so that they clash with no column. Once it is released, other parameters or results mean
   * another function: workers of the last release still call this one, and PostgreSQL cannot replace a function with one
   * of another type.
   */
  readonly takes: string
  readonly returns: string
  /** The PL/pgSQL statements, ending in the return. */
  readonly does: string
}

/** Returns a function's signature: its name with its parameters' types, as GRANT wants it. */
export function signatureOf({ name, takes }: DatabaseFunction): string {
  const types = takes.split(',').map((parameter) => parameter.trim().replace(/^\S+ /, ''))
  return `${name}(${types.join(', ')})`
}

/**
 * The statement that creates or replaces a function. Its search path is fixed, with temporary tables last, so that a
 * caller's table cannot shadow one of ours; it declares itself the owner, without which row-level security hides the
 * rows even from the owner, and leaves its caller as it was.
 */
function functionStatement({ name, takes, returns, does }: DatabaseFunction): string {
  return `CREATE OR REPLACE FUNCTION ${name}(${takes}) RETURNS ${returns}
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $function$
#variable_conflict use_column
DECLARE
  _before text := coalesce(current_setting('cges.owner', true), '');
BEGIN
  PERFORM set_config('cges.owner', 'on', true);
${does}
  PERFORM set_config('cges.owner', _before, true);
END
$function$`
}

/**
 * The statement that makes a function what it is here. Another unreleased build may have given it other results or names
 * of parameters, which PostgreSQL does not replace: then it is dropped first.
 */
export function replaceStatement(made: DatabaseFunction): string {
  const execute = `EXECUTE $statement$${functionStatement(made)}$statement$;`
  return `
DO $replace$
BEGIN
  ${execute}
EXCEPTION WHEN invalid_function_definition THEN
  DROP FUNCTION ${signatureOf(made)};
  ${execute}
END
$replace$`
}

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
