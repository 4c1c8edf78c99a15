import type { Role } from '@cges-fleet/core'
import {
  ArchiveEvaluation,
  DeleteEvaluation,
  GetEvaluation,
  ListAudit,
  ListEvaluations,
  pathOf,
  RenameEvaluation,
  routeName,
  UnarchiveEvaluation,
} from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { select } from '../support/evaluation-rows.js'
import { useTeams } from './use-teams.js'

const teams = useTeams()

const ROUTES = [RenameEvaluation, ArchiveEvaluation, UnarchiveEvaluation, DeleteEvaluation]

const bodyFor = (route: (typeof ROUTES)[number]) => ('body' in route ? { body: { name: 'A better name' } } : {})

async function act(route: (typeof ROUTES)[number], id: string, key: string) {
  return teams().ask(route.at.method.toUpperCase(), pathOf(route.at, { path: { id } }), { key, ...bodyFor(route) })
}

const MAY: readonly [Role, Role, number][] = [
  ['viewer', 'viewer', 403],
  ['member', 'member', 200],
  ['member', 'operator', 403],
  ['operator', 'member', 403],
  ['operator', 'operator', 200],
  ['admin', 'member', 200],
  ['fleet-admin', 'member', 200],
]

it.each(MAY)('a %s who manages what a %s submitted gets %i on every route', async (role, owner, status) => {
  const { one, ask: _ask, newEvaluation } = teams()
  for (const route of ROUTES) {
    const id = await newEvaluation(one, one.keys[owner])
    expect((await act(route, id, one.keys[role])).status, routeName(route)).toBe(status)
  }
})

it('limits a key to its scopes: an admin’s without evaluations:manage manages no one else’s', async () => {
  const { one, newKey, newEvaluation } = teams()
  const key = await newKey(one, 'admin', ['evaluations:read', 'evaluations:write'])
  const id = await newEvaluation(one, one.keys.member)
  expect((await act(DeleteEvaluation, id, key)).status).toBe(403)
})

it('hides what is deleted from every reader at once, and leaves an entry of the log', async () => {
  const { one, ask, newEvaluation } = teams()
  const id = await newEvaluation(one, one.keys.member)
  const deleted = await act(DeleteEvaluation, id, one.keys.member)
  expect(deleted.body).toMatchObject({ id, name: `own ${one.mark}`, samples: 0, bytes: 0 })
  const at = pathOf(GetEvaluation, { path: { id } })
  expect((await ask('GET', at, { key: one.keys['fleet-admin'] })).status).toBe(404)
  expect((await act(DeleteEvaluation, id, one.keys.admin)).status).toBe(404)
  const { text } = await ask('GET', pathOf(ListAudit), { key: one.keys.admin })
  const entry = { action: 'evaluation.delete', subject: id, detail: { name: `own ${one.mark}`, samples: 0, bytes: 0 } }
  expect((JSON.parse(text) as { entries: object[] }).entries).toContainEqual(expect.objectContaining(entry))
})

it('lists mine by the name of the key, and archived ones only when they are asked for', async () => {
  const { one, ask, newKey, newEvaluation } = teams()
  const id = await newEvaluation(one, one.keys.operator)
  const listed = async (search: string, key: string) => {
    const { text } = await ask('GET', `${pathOf(ListEvaluations)}${search}`, { key })
    return (JSON.parse(text) as { evaluations: { id: string }[] }).evaluations.map((each) => each.id)
  }
  const rotated = await newKey(one, 'operator')
  expect(await listed('?mine=1', rotated)).toContain(id)
  expect(await listed('?mine=1', one.keys.admin)).toEqual([])
  expect((await ask('GET', `${pathOf(ListEvaluations)}?mine=1&owner=x`, { key: rotated })).status).toBe(400)
  expect((await act(ArchiveEvaluation, id, rotated)).body).toMatchObject({ archivedAt: expect.any(String) })
  expect(await listed('?mine=1', rotated)).not.toContain(id)
  expect(await listed('?mine=1&archived=1', rotated)).toContain(id)
  expect((await act(UnarchiveEvaluation, id, rotated)).body).toMatchObject({ archivedAt: null })
  expect(await listed('?mine=1', rotated)).toContain(id)
})

it('refuses to archive or delete what has not ended, and says what to do', async () => {
  const { one, db, newEvaluation } = teams()
  const id = await newEvaluation(one, one.keys.member)
  await db.query(`UPDATE evaluation SET status = 'paused', finished_at = NULL WHERE id = $1`, [id])
  for (const route of [ArchiveEvaluation, DeleteEvaluation]) {
    const { status, text } = await act(route, id, one.keys.member)
    expect(status).toBe(409)
    expect(text).toMatch(/is paused\. Cancel it, then (archive|delete) it/)
  }
  expect(await select(db, 'SELECT deleted_at FROM evaluation WHERE id = $1', [id])).toEqual([{ deleted_at: null }])
})
