import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { openBackend } from '@cges-fleet/queue'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ROOT } from '../deploy/root.js'
import { startUsersRedis, type UsersRedis } from '../support/redis.js'

const none = inject('redis') === null

/** Runs commands as a given user; returns the outcome of each. */
async function tried(url: string, commands: readonly string[]): Promise<string[]> {
  const client = new Redis(url, { retryStrategy: null, lazyConnect: true, enableReadyCheck: false })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const answers = commands.map((command) => {
      const [name = '', ...args] = command.split(' ')
      return client.call(name, ...args).then(String, (error: Error) => error.message)
    })
    return await Promise.all(answers)
  } finally {
    client.disconnect()
  }
}

describe.skipIf(none)(none ? 'redis-server is not installed' : 'Redis as the manifests start it', () => {
  let redis: UsersRedis | null = null

  beforeAll(async () => {
    redis = await startUsersRedis()
  })

  afterAll(() => redis?.stop())

  it('lets nobody in without a password, but to ask whether it answers', async () => {
    const { host, hostname, port } = new URL(redis?.urlOf('cges') ?? '')
    const socket = connect(Number(port), hostname)
    socket.write('GET bull:round:id\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(String(answer)).toMatch(/^-NOAUTH/)
    expect(await tried(`redis://health:any@${host}`, ['PING', 'GET bull:round:id', 'INFO'])).toEqual([
      'PONG',
      expect.stringMatching(/NOPERM/),
      expect.stringMatching(/NOPERM/),
    ])
    await expect(openBackend({ databaseUrl: '', redisUrl: `redis://worker:worker@${host}` })).rejects.toThrow(
      /WRONGPASS/,
    )
  })

  it.each(['api', 'coordinator', 'gateway', 'worker'] as const)(
    'lets %s queue, and neither empty, list, configure nor look elsewhere',
    async (user) => {
      const url = redis?.urlOf(user) ?? ''
      await expect(openBackend({ databaseUrl: '', redisUrl: url, needsRoleLogin: true })).resolves.toMatchObject({
        kind: 'redis',
        notice: null,
      })
      const refused = [
        'FLUSHALL',
        'FLUSHDB',
        'KEYS *',
        'SCAN 0',
        'CONFIG GET *',
        'ACL LIST',
        'ACL SETUSER worker +@all',
        'CLIENT LIST',
        'SHUTDOWN',
        'MONITOR',
        'SAVE',
        'REPLICAOF NO ONE',
        'MODULE LIST',
        'FUNCTION LIST',
        'SCRIPT FLUSH',
        'SUBSCRIBE all',
        'PUBLISH all 1',
        'SET other 1',
        'GET other',
        'SET bull:other:id 1',
        ...(user === 'api' ? ['LPUSH bull:sample-main:wait 1', 'GET bull:sample-main:wait'] : []),
      ]
      const answers = await tried(url, refused)
      expect(refused.filter((_, at) => answers[at]?.startsWith('NOPERM') !== true)).toEqual([])
    },
  )

  it('gets the same users on a managed Redis by the command of the handbook', async () => {
    const admin = new Redis(redis?.urlOf('cges') ?? '')
    const users = async () =>
      ((await admin.call('ACL', 'LIST')) as string[]).map((user) => user.replaceAll(/ (?:#\w+|sanitize-payload)/gu, ''))
    const handbook = readFileSync(`${ROOT}docs/operations.md`, 'utf8')
    const [, command = ''] = /```sh\n(for login in [^`]+)```/u.exec(handbook) ?? []
    const [before, all] = [await users(), ['api', 'coordinator', 'gateway', 'worker'] as const]
    const { host } = new URL(redis?.urlOf('cges') ?? '')
    try {
      for (const user of all) await admin.call('ACL', 'SETUSER', user, 'reset')
      expect(await users()).not.toEqual(before)
      const typed = command.replace(/redis:\/\/ADMINISTRATOR\S+/u, '"$ADMINISTRATOR"')
      const drawn = Object.fromEntries(all.map((user) => [`${user.toUpperCase()}_PASSWORD`, `of${user}`]))
      const env = { ...process.env, ...drawn, ADMINISTRATOR: redis?.urlOf('cges') }
      const ran = spawnSync('sh', ['-euc', typed], { cwd: ROOT, encoding: 'utf8', env })
      expect([ran.status, ran.stdout.trim().split(/\s+/u)]).toEqual([0, all.map(() => 'OK')])
      expect(await users()).toEqual(before)
      for (const user of all) expect(await tried(`redis://${user}:of${user}@${host}`, ['PING'])).toEqual(['PONG'])
    } finally {
      for (const user of all) {
        const { password } = new URL(redis?.urlOf(user) ?? '')
        await admin.call('ACL', 'SETUSER', user, 'resetpass', `>${decodeURIComponent(password)}`)
      }
      admin.disconnect()
    }
  })

  it('takes a second password beside the first, as the handbook has it, and ends no connection when the first goes', async () => {
    const admin = new Redis(redis?.urlOf('cges') ?? '')
    const url = new URL(redis?.urlOf('api') ?? '')
    const old = decodeURIComponent(url.password)
    const handbook = readFileSync(`${ROOT}docs/operations.md`, 'utf8')
    expect(handbook).toMatch(/`ACL SETUSER api >NEW`.+`ACL SETUSER api <OLD`/u)
    const set = (rule: string) => admin.call('ACL', 'SETUSER', 'api', rule)
    const connected = (password: string) => tried(Object.assign(new URL(url), { password }).href, ['PING'])
    const before = new Redis(url.href)
    try {
      await set('>NEW')
      expect([await connected(old), await connected('NEW'), await before.ping()]).toEqual([['PONG'], ['PONG'], 'PONG'])
      await set(`<${old}`)
      await expect(openBackend({ databaseUrl: '', redisUrl: url.href })).rejects.toThrow(/WRONGPASS/)
      expect([await connected('NEW'), await before.ping()]).toEqual([['PONG'], 'PONG'])
    } finally {
      await Promise.all([set(`>${old}`), set('<NEW')])
      for (const client of [before, admin]) client.disconnect()
    }
  })

  it('warns in production of an account that may do everything', async () => {
    const url = new URL(redis?.urlOf('cges') ?? '')
    await tried(url.href, ['ACL SETUSER default on nopass ~* +@all'])
    try {
      const opened = await openBackend({ databaseUrl: '', redisUrl: `redis://${url.host}`, needsRoleLogin: true })
      expect(opened.notice).toMatch(/as the user default.*users\.acl/)
    } finally {
      await tried(url.href, ['ACL SETUSER default off'])
    }
  })
})
