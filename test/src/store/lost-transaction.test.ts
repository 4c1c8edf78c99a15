import { isOutage, transaction } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

it('takes every statement after a lost connection for an outage, the second one in the transaction too', async () => {
  const db = database()
  const errors: unknown[] = []
  const lost = transaction(db, async (tx) => {
    const [{ pid }] = await tx.query('SELECT pg_backend_pid() AS pid')
    await db.query('SELECT pg_terminate_backend($1)', [pid])
    for (let nth = 0; nth < 3; nth += 1) await tx.query('SELECT 1').catch((error: unknown) => errors.push(error))
    throw errors.at(-1)
  })
  await expect(lost).rejects.toSatisfy(isOutage)
  expect(errors.map(isOutage)).toEqual([true, true, true])
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
})
