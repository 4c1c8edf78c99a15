import { DATABASE_FUNCTIONS } from '../../packages/db/dist/schema/functions.js'

/**
 * Holds the functions that processes call against the schema. PL/pgSQL is looked at when it first runs; its statements, each
 * made a function in SQL of its own, are looked at when that is made: what is returned against what the function says.
 */
export async function checkFunctions(client) {
  const faults = []
  for (const { name, takes, returns, does } of DATABASE_FUNCTIONS) {
    for (const { text, isReturned } of statementsOf(does)) {
      await client.query('BEGIN')
      try {
        await client.query(
          `CREATE FUNCTION pg_temp.${name}(${takes}) RETURNS ${isReturned ? returns : 'void'} LANGUAGE sql AS $checked$${text}$checked$`,
        )
      } catch (error) {
        faults.push(`packages/db/src/schema/functions.ts: ${name} is refused: ${error.message}`)
      }
      await client.query('ROLLBACK')
    }
  }
  return { faults, count: DATABASE_FUNCTIONS.length }
}

/** A function body's statements in order, without its variables and control flow. */
function statementsOf(does) {
  return does
    .replace(/^\s*DECLARE\b[^]*?\bBEGIN\b/u, '')
    .split(/;\s*(?:\n|$)|\b(?:THEN|ELSE)\n/u)
    .map((text) => text.trim().replace(/^PERFORM\b/u, 'SELECT'))
    .filter((text) => text !== '' && !/^(?:IF|ELSE|END|GET|RAISE|RETURN$)/u.test(text))
    .map((text) => ({ text: text.replace(/^RETURN QUERY\b/u, ''), isReturned: /^RETURN QUERY\b/u.test(text) }))
}
