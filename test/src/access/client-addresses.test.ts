import type { ChildProcess } from 'node:child_process'
import { request } from 'node:http'
import { pathOf, StartSession } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { end, startDashboardServer } from '../browser/dashboard-server.js'
import { spawnApp } from '../fleet/spawn-app.js'
import { select } from '../support/evaluation-rows.js'
import { useTeams } from './use-teams.js'

/** The dashboard reaches the API from this address, and so does every API client that does not choose another. */
const DASHBOARD = '127.0.0.1'
const teams = useTeams({ TRUSTED_PROXIES: DASHBOARD })
let dashboard: { process: ChildProcess; address: string }

beforeAll(async () => {
  dashboard = await startDashboardServer(teams().url)
})

afterAll(async () => {
  if (dashboard !== undefined) await end(dashboard.process)
})

interface From {
  readonly address: string
  readonly forwarded?: string
}

/** Signs in with a key that does not exist, from one of this machine's own addresses; returns the status. */
function guess(url: string, { address, forwarded }: From): Promise<number> {
  const body = JSON.stringify({ key: 'a guess' })
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'sec-fetch-site': 'same-origin',
    ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded, 'x-cges-client-chain': forwarded }),
  }
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}${pathOf(StartSession)}`,
      { method: 'POST', headers, localAddress: address },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

const many = async (url: string, from: (n: number) => From) =>
  new Set(await Promise.all(Array.from({ length: 60 }, (_, n) => guess(url, from(n)))))

const claiming = (address: string) => (n: number) => ({ address, forwarded: `10.9.0.${n}` })

/** Through a proxy: the address the client claimed comes before the one the proxy saw. */
const seen = (client: string) => ({ address: '127.0.0.31', forwarded: `10.8.0.1, ${client}` })

it('holds back who guesses keys on the dashboard, and none of its other users', async () => {
  expect(await many(dashboard.address, () => ({ address: '127.0.0.21' }))).toEqual(new Set([401, 429]))
  expect(await guess(dashboard.address, { address: '127.0.0.21' })).toBe(429)
  expect(await guess(dashboard.address, { address: '127.0.0.22' })).toBe(401)
  const refused = await select<{ reason: string }>(teams().db, 'SELECT DISTINCT reason FROM refusal ORDER BY 1')
  expect(refused.map(({ reason }) => reason)).toEqual(['127.0.0.21', '127.0.0.22'])
})

it('does not take a browser’s word for where it is, on the dashboard or before it', async () => {
  expect(await many(dashboard.address, claiming('127.0.0.23'))).toContain(429)
  expect(await many(teams().url, claiming('127.0.0.24'))).toContain(429)
  expect(await select(teams().db, `SELECT 1 FROM request_bucket WHERE name LIKE '%10.9.0.%'`)).toEqual([])
})

it('takes the word of proxies it was told of, behind the dashboard too', async () => {
  const proxied = { DATABASE_URL: teams().databaseUrl, PORT: '0', KEY_PEPPER: 'x'.repeat(40) }
  const api = await spawnApp('api', { ...proxied, TRUSTED_PROXIES: `${DASHBOARD}, 127.0.0.30/31` })
  const behind = await startDashboardServer(api.listening)
  try {
    expect(await many(behind.address, () => seen('192.0.2.1'))).toContain(429)
    expect(await guess(behind.address, seen('192.0.2.2'))).toBe(401)
    expect(await select(teams().db, `SELECT 1 FROM request_bucket WHERE name LIKE '%10.8.0.%'`)).toEqual([])
  } finally {
    await end(behind.process)
    await api.kill('SIGTERM')
  }
})

it('does not start with a proxy that is no address, and says what one looks like', async () => {
  const wrong = { DATABASE_URL: teams().databaseUrl, PORT: '0', TRUSTED_PROXIES: 'dashboard' }
  await expect(spawnApp('api', wrong)).rejects.toThrow(/10\.244\.0\.0\/16/)
})
