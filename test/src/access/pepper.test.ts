import { ListEvaluations, pathOf, StartSession } from '@cges-fleet/core/contract'
import { listPepperedKeys, loadPepper } from '@cges-fleet/db'
import { afterAll, expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import { idOf, PEPPER, useTeams } from './use-teams.js'

const NEW = 'another-pepper-0123456789-abcdefghijklmnop'

const teams = useTeams()
const apps: RunningApp[] = []
afterAll(() => Promise.all(apps.map((app) => app.kill('SIGTERM'))))

/** Another process on the same database, with peppers of its own. */
async function started(app: 'api' | 'gateway', pepper: string, accepted?: string): Promise<string> {
  const peppers = { KEY_PEPPER: pepper, ...(accepted !== undefined && { KEY_PEPPER_ACCEPTED: accepted }) }
  const running = await spawnApp(app, { DATABASE_URL: teams().databaseUrl, PORT: '0', ...peppers })
  apps.push(running)
  return running.listening
}

const asked = async (url: string, path: string, headers: Record<string, string>) =>
  (await fetch(new URL(path, url), { headers })).status

const lists = (url: string, key: string) => asked(url, pathOf(ListEvaluations), { authorization: `Bearer ${key}` })

async function peppersOf(pepper: string, accepted: string): Promise<Record<string, string>> {
  const loaded = loadPepper({ KEY_PEPPER: pepper, KEY_PEPPER_ACCEPTED: accepted })
  if (loaded === null) throw new Error('no pepper')
  return Object.fromEntries((await listPepperedKeys(teams().db, loaded)).map((key) => [key.id, key.pepper]))
}

it('replaces the pepper while old and new processes serve together, and voids only keys that nobody used', async () => {
  const { one, url } = teams()
  const [used, unused] = [await teams().newKey(one, 'member'), await teams().newKey(one, 'member')]
  const accepting = await started('api', PEPPER, NEW)
  const began = await fetch(new URL(pathOf(StartSession), accepting), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cges-dashboard': '1' },
    body: JSON.stringify({ key: used }),
  })
  const cookie = began.headers.get('set-cookie')?.split(';')[0] ?? ''
  const inBrowser = { cookie, 'x-cges-dashboard': '1' }
  expect(await lists(url, used)).toBe(200)
  expect((await peppersOf(NEW, PEPPER))[idOf(used)]).toBe('accepted')

  const swapped = await started('api', NEW, PEPPER)
  expect(await asked(swapped, pathOf(ListEvaluations), inBrowser)).toBe(200)
  expect(await lists(swapped, used)).toBe(200)
  expect((await peppersOf(NEW, PEPPER))[idOf(used)]).toBe('present')
  // A process that is not restarted yet accepts what the others store, and they what it stores.
  for (const api of [accepting, swapped, accepting, swapped]) expect(await lists(api, used)).toBe(200)
  expect(await lists(swapped, `${unused.slice(0, -2)}xx`)).toBe(401)
  expect((await peppersOf(NEW, PEPPER))[idOf(unused)]).toBe('accepted')

  const settings = { DATABASE_URL: teams().databaseUrl, KEY_PEPPER: NEW, KEY_PEPPER_ACCEPTED: PEPPER }
  const counted = cges(['key', 'pepper'], settings)
  expect(await counted.code, counted.err()).toBe(0)
  expect(counted.out()).toMatch(/^1 of \d+ keys use the present pepper\.\n\d+ keys on the accepted pepper, until/)
  expect(counted.out()).toContain(`  ${idOf(unused)}  a member, team one`)

  const gateway = await started('gateway', NEW, PEPPER)
  const models = (key: string) => asked(gateway, '/v1/models', { authorization: `Bearer ${key}` })
  expect([await models(used), await models(unused)]).toEqual([200, 200])
  expect((await peppersOf(NEW, PEPPER))[idOf(unused)]).toBe('accepted')

  const alone = await started('api', NEW)
  expect([await lists(alone, used), await lists(alone, unused)]).toEqual([200, 401])
  expect(await asked(alone, pathOf(ListEvaluations), inBrowser)).toBe(401)
})

it('starts neither with a short second pepper nor with a second one alone', async () => {
  await expect(started('api', PEPPER, 'salt')).rejects.toThrow(/4 characters and needs 32/)
  expect(() => loadPepper({ KEY_PEPPER_ACCEPTED: NEW })).toThrow('set KEY_PEPPER_FILE')
})
