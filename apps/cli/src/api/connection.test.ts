import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListTeams } from '@cges-fleet/core/contract'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { apiOf, dashboardOf, firstKeyPath, writeFleetRecord } from './connection.js'

const folder = mkdtempSync(join(tmpdir(), 'cges-connection-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

it('knows the dashboard of the fleet started here, and of no other', () => {
  const record = { api: 'http://127.0.0.1:4000', dashboard: 'http://localhost:3000' }
  writeFleetRecord(folder, record)
  expect(dashboardOf({ api: 'http://127.0.0.1:4000/' }, folder)).toBe('http://localhost:3000')
  expect(dashboardOf({ api: 'http://127.0.0.1:4001' }, folder)).toBe(null)
  expect(dashboardOf({ api: 'http://127.0.0.1:4000' }, join(folder, 'none'))).toBe(null)
})

it('names the file with the first key of the fleet started here to whoever has none, and to nobody else', async () => {
  const problem = {
    type: 'about:blank',
    title: 'Unauthorized',
    status: 401,
    code: 'unauthenticated',
    detail: 'needs a key',
  }
  const server = createServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const here = mkdtempSync(join(folder, 'keyed-'))
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const refused = (key: string | undefined, named?: string) => {
    vi.stubEnv('CGES_API', named)
    vi.stubEnv('CGES_API_KEY', key)
    vi.stubEnv('CGES_API_KEY_FILE', undefined)
    return apiOf({}, here)
      .call(ListTeams)
      .catch(({ message }: Error) => message)
  }
  writeFleetRecord(here, { api, dashboard: null })
  expect(await refused(undefined)).not.toContain('CGES_API_KEY_FILE=')
  writeFileSync(firstKeyPath(here), 'cges_…')
  const hint = `export CGES_API_KEY_FILE='${firstKeyPath(here)}'`
  expect(await refused(undefined)).toContain(hint)
  expect(await refused(undefined, api)).toContain(hint)
  expect(await refused('cges_mine')).not.toContain(hint)
  writeFleetRecord(here, { api: 'http://127.0.0.1:1', dashboard: null })
  expect(await refused(undefined, api)).not.toContain(hint)
  server.close()
})
