/** What a worker may do with rows it cannot see: one statement or two, run with the owner's rights. */
export interface DatabaseFunction {
  readonly name: string
  /**
   * Its parameters, their names apart from every column's. A release that needs others, or other columns back, adds a
   * function: workers of the release before go on calling this one, and PostgreSQL replaces none by one of another type.
   */
  readonly takes: string
  readonly returns: string
  /** Statements of PL/pgSQL, ending in what is returned. */
  readonly does: string
}

/** The types of a function's parameters, which are part of its name. */
export function signatureOf({ name, takes }: DatabaseFunction): string {
  const types = takes.split(',').map((parameter) => parameter.trim().replace(/^\S+ /, ''))
  return `${name}(${types.join(', ')})`
}

/**
 * The statement that makes a function or replaces it. Its search path is fixed, its own temporary tables last, so that
 * no caller's table stands for one of ours; a row's owner sees it only where it says that it is the owner.
 */
export function functionStatement({ name, takes, returns, does }: DatabaseFunction): string {
  return `
CREATE OR REPLACE FUNCTION ${name}(${takes}) RETURNS ${returns}
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $function$
#variable_conflict use_column
BEGIN
  PERFORM set_config('cges.owner', 'on', true);
${does}
END
$function$`
}
