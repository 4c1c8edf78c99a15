import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { dashboardOf, writeFleetRecord } from './connection.js'

const folder = mkdtempSync(join(tmpdir(), 'cges-connection-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('knows the dashboard of the fleet started here, and of no other', () => {
  const record = { api: 'http://127.0.0.1:4000', dashboard: 'http://localhost:3000' }
  writeFleetRecord(folder, record)
  expect(dashboardOf({ api: 'http://127.0.0.1:4000/' }, folder)).toBe('http://localhost:3000')
  expect(dashboardOf({ api: 'http://127.0.0.1:4001' }, folder)).toBe(null)
  expect(dashboardOf({ api: 'http://127.0.0.1:4000' }, join(folder, 'none'))).toBe(null)
})
