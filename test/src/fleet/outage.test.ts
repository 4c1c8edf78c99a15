import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, openDatabase } from '@cges-fleet/db'
import { pathOf, GetEvaluation } from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { Patience } from '../chaos/patience/patience.js'
import { Witness } from '../chaos/patience/witness.js'
import { CrashingPostgres } from '../chaos/stores/crashing-postgres.js'
import { TestFleet } from './test-fleet.js'

const SPEC = { methods: ['sc@4', 'asc-beta@5'], questions: 20, seed: 3 }

/** A PostgreSQL of its own, to be crashed. */
async function withPostgres(work: (postgres: CrashingPostgres) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cges-outage-'))
  chmodSync(folder, 0o755)
  const witness = await Witness.start()
  const postgres = await CrashingPostgres.start(folder, new Patience(witness))
  try {
    const db = await openDatabase({ url: postgres.url, application: 'test', connections: 2 })
    await migrate(db)
    await db.destroy()
    await work(postgres)
  } finally {
    await postgres.stop()
    await witness.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

it('outlives a fast restart of PostgreSQL: no process ends, the API says when to ask again, the digest is the same', async () => {
  await withPostgres(async (postgres) => {
    const database = { url: postgres.url, drop: async () => undefined }
    const fleet = await TestFleet.start({ redis: null, workers: 1, timeScale: 0.1, leaseMs: 5000, database })
    try {
      const { id } = await fleet.submit(SPEC)
      await fleet.until(id, (view) => view.samples.drawn > 10 && view.samples.inFlight > 4)
      postgres.crash('SIGINT')
      await sleep(1500)
      const refused = await fetch(`${fleet.api}${pathOf(GetEvaluation, { path: { id } })}`)
      expect(refused.status).toBe(503)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      await postgres.restart()
      const shown = async () => (await fetch(`${fleet.api}${pathOf(GetEvaluation, { path: { id } })}`)).status
      await expect.poll(shown, { timeout: 90_000 }).toBe(200)
      const disturbed = await fleet.ended(id)
      const calm = await fleet.ended((await fleet.submit(SPEC)).id)
      expect(disturbed.status).toBe('done')
      expect(disturbed.digest).toBe(calm.digest)
      expect(fleet.exits()).toEqual([])
    } finally {
      await fleet.stop()
    }
  })
}, 150_000)
