import { existsSync, chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findProcess } from '@cges-fleet/db/process'
import { IS_AT_LENGTH, LONGER } from '../support/repetitions.js'
import { emptyRedis } from '../support/redis.js'
import { freshDatabase } from '../support/databases.js'
import { makeLogins, sql, startGuardedPostgres, urlOf } from '../support/manifest-logins.js'
import { cges } from './run-cges.js'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-up-'))
  chmodSync(folder, 0o755)
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const UP = ['up', '--no-dashboard', '--time-scale', '0']
/** Of the tiny model's verdicts: the same on every machine. */
const DEMONSTRATION = '7abc6bf295ef312c6d4a0674a98879ce495661b2de7719114d2c209e27b32ad2'
const FINISH = [...UP, '--demo', '--exit-when-done']

describe('cges up', () => {
  it('runs the demonstration on a real model, always with the same verdicts, writes its result and ends with 0', async () => {
    const file = join(folder, 'tiny.json')
    const run = cges([
      'up',
      '--no-dashboard',
      '--demo',
      '--exit-when-done',
      '--data',
      join(folder, 'a'),
      '--json-file',
      file,
    ])
    expect(await run.code, run.err()).toBe(0)
    const { evaluation, digest, methods, samplesDrawn } = JSON.parse(readFileSync(file, 'utf8'))
    expect(evaluation).toMatchObject({ provenance: 'tiny', simulated: false, status: 'done', warnings: [] })
    expect(digest).toBe(DEMONSTRATION)
    expect(methods[1]).toMatchObject({ method: 'sc@16', n: 120, calls: 16 })
    expect(samplesDrawn).toBe(16 * 120)
    expect(run.out()).toContain('a real model of 0.2 million parameters, trained by this project')
    expect(run.out()).toContain('what voting gains here says nothing about large models')
    expect(run.out()).not.toMatch(/simulated/i)
    // It ends before anybody could.
    expect(run.out()).not.toContain('Add a pool')
    // Commands then look for a fleet elsewhere.
    expect(existsSync(join(folder, 'a', 'fleet.json'))).toBe(false)
  }, 600_000)

  it.skipIf(!IS_AT_LENGTH)(`runs the demonstration on the simulator, where that is asked for${LONGER}`, async () => {
    const file = join(folder, 'out.json')
    const run = cges([...FINISH, '--data', join(folder, 'a'), '--json-file', file])
    expect(await run.code, run.err()).toBe(0)
    const result = JSON.parse(readFileSync(file, 'utf8'))
    expect(result.evaluation).toMatchObject({ simulated: true, status: 'done', benchmark: { generated: true } })
    expect(result.digest).toMatch(/^[0-9a-f]{64}$/)
    const byName = new Map(result.methods.map((method: { method: string }) => [method.method, method]))
    const sc = byName.get('sc@16')
    expect(sc).toMatchObject({ n: 240, calls: 16 })
    expect(result.samplesDrawn).toBe(16 * 240)
    const cgesCalls = result.methods
      .filter(({ method }: { method: string }) => method.startsWith('cges:'))
      .map(({ calls }: { calls: number }) => calls)
    expect(cgesCalls).toHaveLength(2)
    for (const calls of cgesCalls) expect(calls).toBeLessThan(16)
    expect(run.out()).toContain('SIMULATED')
  })

  it.skipIf(inject('redis') === null)('uses the stores the environment names (needs redis-server)', async () => {
    const database = await freshDatabase()
    const stores = { DATABASE_URL: database.url, REDIS_URL: (await emptyRedis(inject('redis'))) ?? '' }
    const run = cges([...UP, '--demo', '--data', join(folder, 'none')], stores)
    await run.says('so far')
    run.process.kill('SIGINT')
    expect(await run.code, run.err()).toBe(0)
    expect(run.out()).toContain('in the PostgreSQL of DATABASE_URL, queue in Redis')
    await database.drop()
  })

  it('lets workers with a login of their own use the queue of its database', async () => {
    const server = await startGuardedPostgres()
    try {
      await makeLogins(server.url)
      await sql(server.url, 'GRANT cges_api, cges_coordinator, cges_gateway, cges_worker TO cges_owner')
      const run = cges([...UP, '--workers', '0'], { DATABASE_URL: urlOf('owner', server.url) })
      await run.says('keeps running')
      const rights = `SELECT has_schema_privilege('cges_worker', 'bullmq', 'USAGE') AS queue`
      expect(await sql(server.url, rights)).toEqual([{ queue: true }])
      run.process.kill('SIGINT')
      expect(await run.code, run.err()).toBe(0)
    } finally {
      await server.stop()
    }
  })

  it('adopts what a killed run left behind, and ends all it started', async () => {
    const data = join(folder, 'b')
    const killed = cges([...UP, '--data', data])
    await killed.says('Ready in')
    // Its guard would have ended the database.
    process.kill(JSON.parse(readFileSync(join(data, 'guard.json'), 'utf8')).guard, 'SIGKILL')
    killed.process.kill('SIGKILL')
    await killed.code
    const next = cges([...UP, '--data', data])
    await next.says('taken over from an earlier run')
    await next.says('Ready in')

    const refused = cges([...UP, '--data', data])
    expect(await refused.code).toBe(1)
    expect(refused.err()).toContain('A fleet already runs on')

    const pid = Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    next.process.kill('SIGINT')
    expect(await next.code).toBe(0)
    expect(findProcess(pid)).toBeNull()
  })

  it('makes the first key where there is sign-in, and says where it is and how another is made', async () => {
    const pepper = join(folder, 'pepper')
    writeFileSync(pepper, 'x'.repeat(40))
    const data = join(folder, 'signed')
    const first = cges([...UP, '--demo', '--data', data], { KEY_PEPPER_FILE: pepper })
    await first.says('so far')
    first.process.kill('SIGINT')
    expect(await first.code, first.err()).toBe(0)
    const file = join(data, 'first-admin-key')
    expect(first.out()).toContain(`the first admin key was made: it is in ${file}`)
    expect(first.out()).toMatch(/^Add a pool DATABASE_URL='postgresql:.+' cges worker --pool NAME/m)
    expect(statSync(file).mode & 0o077).toBe(0)

    const again = cges([...UP, '--data', data], { KEY_PEPPER_FILE: pepper })
    await again.says('keeps running')
    expect(again.out()).toContain(`an admin key is in ${file}`)
    const api = /^API {8}(\S+)$/m.exec(again.out())?.[1] ?? ''
    const refused = cges(['key', 'list', '--api', api])
    expect(await refused.code).toBe(1)
    expect(refused.err()).toContain('cges key create --admin')
    const listed = cges(['key', 'list', '--api', api], { CGES_API_KEY_FILE: file })
    expect(await listed.code, listed.err()).toBe(0)
    expect(listed.out()).toContain('first key, made by cges up')
    again.process.kill('SIGTERM')
    expect(await again.code).toBe(0)

    rmSync(file)
    const without = cges([...UP, '--data', data], { KEY_PEPPER_FILE: pepper })
    await without.says('keeps running')
    expect(without.out()).toMatch(/DATABASE_URL='postgresql:.*' cges key create --admin --name you/)
    without.process.kill('SIGTERM')
    expect(await without.code).toBe(0)
  })

  it('says that people sign in by single sign-on, and repeats what the API warns of at its start', async () => {
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const run = cges([...UP, '--data', join(folder, 'sso')], {
      KEY_PEPPER_FILE: file('sso-pepper', 'x'.repeat(40)),
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'cges',
      OIDC_GROUPS_FILE: file('groups.yaml', '- { group: all, team: never-created, role: member }'),
      PUBLIC_URL: 'http://localhost:3000',
      KEY_SIGN_IN: 'off',
    })
    await run.says('keeps running')
    expect(run.out()).toMatch(/Sign-in {4}single sign-on by http:\/\/127\.0\.0\.1:9\n.*\nKey {8}the first admin key/)
    expect(run.out()).not.toContain('paste it into the dashboard')
    expect(run.err()).toMatch(/^\[api\] .*OIDC_GROUPS_FILE names teams that do not exist.*never-created/m)
    run.process.kill('SIGINT')
    expect(await run.code).toBe(0)
  })

  it('takes the next port for the dashboard when the wanted one is taken, and says so', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const run = cges(['up', '--time-scale', '0', '--data', join(folder, 'a'), '--port', String(port)])
    await run.says('Dashboard')
    const url = /Dashboard {2}(\S+)/.exec(run.out())?.[1] ?? ''
    const { port: next } = new URL(url)
    // The one after it may be another program's by now.
    expect(Number(next)).toBeGreaterThan(port)
    expect(run.err()).toContain(`Port ${port} is taken: the dashboard is on ${next}`)
    expect((await fetch(`${url}/evaluations`)).status).toBe(200)
    run.process.kill('SIGINT')
    expect(await run.code).toBe(0)
    const [, api = 'none'] = /API {8}(\S+)/.exec(run.out()) ?? []
    expect(run.out()).toContain(`In other terminals: export CGES_API=${api}\n`)
    taken.close()
  })
})
