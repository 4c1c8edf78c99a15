import { setTimeout as sleep } from 'node:timers/promises'
import { pathOf, GetEvaluation } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { FaultProxy } from '../chaos/stores/fault-proxy.js'
import { freshDatabase } from '../support/databases.js'
import { TestFleet } from './test-fleet.js'

let proxy: FaultProxy | undefined
let fleet: TestFleet | undefined

afterEach(async () => {
  proxy?.heal('reset')
  await fleet?.stop()
  await proxy?.close()
})

it('ends every process that is told to, though its database has fallen silent in the middle of its work', async () => {
  const fresh = await freshDatabase()
  const url = new URL(fresh.url)
  const folder = url.searchParams.get('host') ?? ''
  proxy = await FaultProxy.start({ path: `${folder}/.s.PGSQL.${url.port || '5432'}` })
  url.search = ''
  url.host = `127.0.0.1:${proxy.port}`
  fleet = await TestFleet.start({
    redis: null,
    workers: 1,
    timeScale: 0.1,
    drainMs: 1000,
    database: { ...fresh, url: url.href },
  })
  const { id } = await fleet.submit({ methods: ['sc@8'], questions: 60 })
  await fleet.until(id, (view) => view.samples.drawn > 10 && view.samples.inFlight > 4)
  proxy.partition()
  // A reader's query is on its way too, and will never come back.
  const pending = fetch(`${fleet.api}${pathOf(GetEvaluation, { path: { id } })}`).catch(() => null)
  await sleep(300)
  const took = await Promise.all(
    fleet.processes.map(async (app) => {
      const began = performance.now()
      await app.kill('SIGTERM')
      return { exit: app.process.exitCode, seconds: (performance.now() - began) / 1000 }
    }),
  )
  await pending
  console.log(took.map(({ seconds }) => `${seconds.toFixed(1)} s`).join(', '))
  expect(took.map(({ exit }) => exit)).toEqual([0, 0, 0])
  expect(Math.max(...took.map(({ seconds }) => seconds))).toBeLessThan(25)
}, 90_000)
