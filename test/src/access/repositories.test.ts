import { openDatabase, LOCAL_TEAM, teamDatabase } from '@cges-fleet/db'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { drawn, otherTeam, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { type FreshDatabase, freshDatabase } from '../support/databases.js'

let fresh: FreshDatabase

beforeEach(async () => {
  fresh = await freshDatabase()
})

afterEach(() => fresh.drop())

const opened = (role?: 'api' | 'worker') =>
  openDatabase({ url: fresh.url, application: 'test', connections: 2, ...(role === undefined ? {} : { role }) })

const texts = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted()

/** What `getRepository` accepts as an entity. */
type Entity = Parameters<ReturnType<typeof teamDatabase>['getRepository']>[0]

/** The gateway's tables: of their columns the API may read those that limits count. */
const IN_PART = ['chat_reply', 'chat_request']

it('shows a team its own rows alone through the repository of every entity, and nothing where no team is named', async () => {
  const owner = await opened()
  const api = await opened('api')
  try {
    for (const team of [LOCAL_TEAM, await otherTeam(owner)]) {
      const id = await submit(owner, { team, changes: { name: `work of ${team}` } })
      await round(owner, id)
      await landAll(owner, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
      await round(owner, id)
    }
    const view = teamDatabase(api, LOCAL_TEAM)
    const ofTeams = api.entityMetadatas.filter(({ columns }) => columns.some((each) => each.propertyName === 'teamId'))
    expect(ofTeams.length).toBeGreaterThan(20)
    const seen = new Set<string>()
    for (const { name, target } of ofTeams) {
      const entity = target as unknown as Entity
      if (IN_PART.includes(name)) {
        await expect(view.getRepository(entity).find(), name).rejects.toThrow('permission denied')
        continue
      }
      const all = await owner.getRepository(entity).find()
      const rows = await view.getRepository(entity).find()
      expect(texts(rows), name).toEqual(texts(all.filter(({ teamId }) => teamId === LOCAL_TEAM)))
      expect(await api.getRepository(entity).find(), name).toEqual([])
      if (rows.length > 0 && rows.length < all.length) seen.add(name)
    }
    expect([...seen]).toEqual(expect.arrayContaining(['evaluation', 'trial', 'sample', 'verdict', 'call', 'benchmark']))
  } finally {
    await Promise.all([owner, api].map((db) => db.destroy()))
  }
})

it('gives a worker no entity at all', async () => {
  const worker = await opened('worker')
  try {
    expect(worker.entityMetadatas).toEqual([])
  } finally {
    await worker.destroy()
  }
})
