import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { FollowEvaluation, GetEvaluation, pathOf } from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { residentMegabytes } from '../support/memory.js'
import { type StreamClient, streamClient, submitted, useApi } from './use-api.js'

/** In a suite few readers of long frames; `STREAM_CLIENTS=500` for many of the usual ones, for as long as it takes to cut who stalls. */
const MANY = process.env['STREAM_CLIENTS']
const CLIENTS = Number(MANY ?? 60)
const STALLED = MANY === undefined ? (3 * CLIENTS) / 4 : CLIENTS / 10
const METHODS = MANY === undefined ? 32 : 12
const SECONDS = MANY === undefined ? 22 : 100
/** The rate of a dashboard's screen: as often as the API looks for changes. */
const EVERY_MS = 250
/** A frame of its own for each stalled reader and version would be 300 MB. */
const MOST_MB = MANY === undefined ? 24 : 64

const COLLECTS = `process.on('message', (asked) => {
  if (asked !== 'resident') return
  gc()
  const { heapUsed, external } = process.memoryUsage()
  process.send({ megabytes: (heapUsed + external) / 2 ** 20 })
})`
const api = useApi(() => ({}), ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(COLLECTS)}`])

/** The memory that the API holds after a collection; what the allocator keeps of it for later is not counted. */
async function held(): Promise<number> {
  const { process: child } = api().app
  child.send('resident')
  const [{ megabytes }] = (await once(child, 'message')) as [{ megabytes: number }]
  return megabytes
}

/** Gives an evaluation new versions at a screen's rate for the given time. */
async function stir(id: string, seconds: number): Promise<void> {
  for (const until = performance.now() + 1000 * seconds; performance.now() < until; await sleep(EVERY_MS)) {
    await api().db.query('UPDATE evaluation SET version = version + 1 WHERE id = $1', [id])
  }
}

const connected = (url: string, count: number, stalled: boolean): Promise<StreamClient[]> =>
  Promise.all(Array.from({ length: count }, () => streamClient(url, stalled)))

it(
  `holds nothing for ${STALLED} of ${CLIENTS} readers who never read, and tells the others all`,
  { timeout: 60_000 + 4000 * SECONDS },
  async () => {
    const methods = Array.from({ length: METHODS }, (_, at) => `sc@${1024 - at}`)
    const id = await submitted(api(), { methods })
    const url = `${api().url}${pathOf(FollowEvaluation, { path: { id } })}`
    const first = await connected(url, 10, false)
    await stir(id, 4)
    const before = await held()
    let peak = before
    const looking = setInterval(() => (peak = Math.max(peak, residentMegabytes(api().app.process.pid) ?? 0)), 50)
    const stalled = await connected(url, STALLED, true)
    const reading = [...first, ...(await connected(url, CLIENTS - STALLED - first.length, false))]
    await stir(id, SECONDS)
    const after = await held()
    clearInterval(looking)
    const { text, body } = await api().get(pathOf(GetEvaluation, { path: { id } }))
    const { version } = body as { version: number }
    const summary = `${CLIENTS} readers of frames of ${Math.round(text.length / 1000)} kB, ${STALLED} of them stalled, ${version} versions`
    console.log(`${summary}: ${before.toFixed(0)} MB, at most ${peak.toFixed(0)}, then ${after.toFixed(0)} MB`)
    expect(after - before).toBeLessThan(MOST_MB)
    await expect.poll(() => new Set(reading.map((client) => client.version()))).toEqual(new Set([version]))
    if (MANY !== undefined) {
      const cut = await Promise.all(stalled.map((client) => client.wasCut(5_000)))
      expect(cut.filter(Boolean)).toHaveLength(STALLED)
    }
    for (const client of [...reading, ...stalled]) client.leave()
    expect(api().app.logged()).not.toContain('MaxListeners')
  },
)
