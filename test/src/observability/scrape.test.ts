import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { FaultProxy } from '../chaos/stores/fault-proxy.js'
import { TestFleet } from '../fleet/test-fleet.js'
import { freshDatabase } from '../support/databases.js'
import { type PrivateRedis, startPrivateRedis } from '../support/redis.js'

/** A second for the queue, five for the database, and some room for a busy machine. */
const WITHOUT_QUEUE_MS = 1000 + 1500
const WITHOUT_DATABASE_MS = 6000 + 2500

const OF_THE_QUEUE = /^bullmq_job_count\{/m
const OF_THE_DATABASE = /^(?:fleet_usable_samples|fleet_pool_paused|fleet_workers|fleet_budget_used_ratio)\{/m

const ended: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})

async function behindProxy(): Promise<{ proxy: FaultProxy; database: { url: string; drop: () => Promise<void> } }> {
  const fresh = await freshDatabase()
  const url = new URL(fresh.url)
  const folder = url.searchParams.get('host') ?? ''
  const proxy = await FaultProxy.start({ path: `${folder}/.s.PGSQL.${url.port || '5432'}` })
  url.search = ''
  url.host = `127.0.0.1:${proxy.port}`
  return { proxy, database: { ...fresh, url: url.href } }
}

async function fleetWithRedis(): Promise<{
  redis: PrivateRedis
  proxy: FaultProxy
  scrape: () => Promise<Scrape>
  logged: () => string[]
}> {
  const folder = mkdtempSync(join(tmpdir(), 'cges-scrape-'))
  ended.push(async () => rmSync(folder, { recursive: true }))
  const redis = await startPrivateRedis(folder)
  if (redis === null) throw new Error('there is no redis-server')
  ended.push(() => redis.stop('SIGKILL'))
  const { proxy, database } = await behindProxy()
  const fleet = await TestFleet.start({ redis: redis.url, workers: 1, database, everyone: { PORT: '0' } })
  ended.push(async () => {
    proxy.heal('reset')
    await fleet.stop()
    await proxy.close()
  })
  const at = fleet.coordinators[0]?.listening ?? ''
  const logged = () => [...fleet.workers, ...fleet.coordinators].flatMap((app) => app.logged().trim().split('\n'))
  return { redis, proxy, scrape: () => scrapeOf(at), logged }
}

interface Scrape {
  readonly text: string
  readonly ms: number
  readonly up: { readonly database: string | undefined; readonly queue: string | undefined }
}

async function scrapeOf(url: string): Promise<Scrape> {
  const began = performance.now()
  const text = await (await fetch(`${url}/metrics`)).text()
  const ms = performance.now() - began
  const figure = (store: string) => new RegExp(`^fleet_${store}_up (\\d)$`, 'm').exec(text)?.[1]
  return { text, ms, up: { database: figure('database'), queue: figure('queue') } }
}

const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0

describe.skipIf(!HAS_REDIS)('a scrape of a coordinator (needs redis-server)', () => {
  it.each(['SIGKILL', 'SIGSTOP'] as const)('takes about a second with the queue gone by %s', async (signal) => {
    const { redis, scrape, logged } = await fleetWithRedis()
    const before = await scrape()
    expect(before.up).toEqual({ database: '1', queue: '1' })
    expect(before.text).toMatch(OF_THE_QUEUE)
    if (signal === 'SIGKILL') await redis.stop('SIGKILL')
    else process.kill(redis.pid, signal)
    const without = [await scrape(), ...(await Promise.all([scrape(), scrape()]))]
    console.log(signal, without.map(({ ms }) => `${Math.round(ms)} ms`).join(', '))
    for (const { text, ms, up } of without) {
      expect(up).toEqual({ database: '1', queue: '0' })
      expect(text).not.toMatch(OF_THE_QUEUE)
      expect(text).toMatch(OF_THE_DATABASE)
      expect(ms).toBeLessThan(WITHOUT_QUEUE_MS)
    }
    // A library that prints its errors itself would leave lines that no collector of logs can read.
    for (const line of logged()) expect(line).toMatch(/^\{.*\}$/u)
  })

  it('ends before Prometheus gives it up with the database silent', async () => {
    const { proxy, scrape } = await fleetWithRedis()
    expect((await scrape()).text).toMatch(OF_THE_DATABASE)
    proxy.partition()
    const { text, ms, up } = await scrape()
    console.log('silent database', `${Math.round(ms)} ms`)
    expect(up).toEqual({ database: '0', queue: '1' })
    expect(text).not.toMatch(OF_THE_DATABASE)
    expect(text).toMatch(OF_THE_QUEUE)
    expect(ms).toBeLessThan(WITHOUT_DATABASE_MS)
  })
})
