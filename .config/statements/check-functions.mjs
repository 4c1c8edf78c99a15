import { WORKER_FUNCTIONS } from '../../packages/db/dist/functions/worker-functions.js'

/**
 * Holds the functions that workers call against the schema. PL/pgSQL is looked at when it first runs; the same statements
 * as a function in SQL are looked at when it is made, its result against what it says it returns.
 */
export async function checkFunctions(client) {
  const faults = []
  for (const { name, takes, returns, does } of WORKER_FUNCTIONS) {
    const body = does.replaceAll(/\bRETURN QUERY\b/gu, '')
    await client.query('BEGIN')
    try {
      await client.query(
        `CREATE FUNCTION pg_temp.${name}(${takes}) RETURNS ${returns} LANGUAGE sql AS $checked$${body}$checked$`,
      )
    } catch (error) {
      faults.push(`packages/db/src/functions: ${name} is refused: ${error.message}`)
    }
    await client.query('ROLLBACK')
  }
  return { faults, count: WORKER_FUNCTIONS.length }
}
