import { createTeam, findTeam, LOCAL_TEAM, migrate, newId } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { select } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/use-database.js'

const database = useDatabase()

interface Old {
  readonly id: string
  readonly team?: string
  readonly role?: string
  readonly by?: string
  readonly next?: string
}

const key = (name: string) => name.padEnd(12, 'x')

it('leaves the fleet to the keys made beside the database and those they were rotated to, and to nobody else', async () => {
  const db = database()
  await createTeam(db, { name: 'physics', weight: 1, limits: {} }, 'machine')
  const physics = (await findTeam(db, { name: 'physics' }))?.id ?? newId()
  // As the release before left it.
  await db.query('ALTER TABLE api_key DROP COLUMN fleet')
  await db.query(`DELETE FROM migration WHERE name LIKE 'FleetAdministrators%'`)
  const rows: Old[] = [
    { id: 'third', by: 'second' },
    { id: 'second', by: 'first', next: 'third' },
    { id: 'first', by: 'machine', next: 'second' },
    { id: 'made', by: 'first' },
    { id: 'physics', by: 'first', team: physics },
    { id: 'taken', by: 'physics' },
    { id: 'other', by: 'machine', next: 'taken' },
    { id: 'member', by: 'machine', role: 'member' },
  ]
  for (const { id, team = LOCAL_TEAM, role = 'admin', by = '', next } of rows) {
    await db.query(
      `INSERT INTO api_key (id, team_id, name, role, secret_hash, created_by, replaced_by)
       VALUES ($1, $2, $1, $3, decode(repeat('00', 32), 'hex'), $4, $5)`,
      [key(id), team, role, by === 'machine' ? by : key(by), next === undefined ? null : key(next)],
    )
  }
  expect(await migrate(db)).toContain('FleetAdministrators1765000000000')
  const left = await select<{ name: string }>(db, 'SELECT name FROM api_key WHERE fleet ORDER BY 1')
  expect(left.map(({ name }) => name.replace(/x+$/, ''))).toEqual(['first', 'other', 'second', 'third'])
})
