import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, noteRoundFailure } from '@cges-fleet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { questions, registerSilent, round, submit, WORKER } from '../support/evaluation-rows.js'
import { landInTurns } from '../support/land-in-turns.js'
import { type PrivateRedis, startPrivateRedis } from '../support/redis.js'
import { openList } from './page-actions.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

const BAD = { id: newId(), secret: newId() }
const QUESTIONS = 300

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'what goes wrong is on the pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cges-redis-'))
  let redis: PrivateRedis | null = null
  let dashboard: string
  let browser: TestBrowser
  beforeAll(async () => {
    redis = await startPrivateRedis(folder)
  })
  const api = useApi(() => (redis === null ? {} : { REDIS_URL: redis.url }))
  beforeAll(async () => {
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
  })
  afterAll(async () => {
    await browser?.close()
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('withdraws the live interval of an open page when a server goes bad, and names the server', async () => {
    const { db } = api()
    const benchmark = { name: 'one goes bad', questions: questions(QUESTIONS) }
    const id = await submit(db, { methods: ['sc@1'], benchmark, changes: { name: 'Watched' } })
    await registerSilent(db, BAD)
    const { page } = await browser.page()
    await page.goto(`${dashboard}/evaluations/${id}`)
    const interval = page.locator('[data-cell=accuracy]').getByText(/^ends /)
    let landed = 0
    for (let more = true; more && landed < 120;) {
      await round(db, id)
      const now = await landInTurns(db, id, { workers: [WORKER, BAD], badFrom: 120, landed })
      more = now > landed
      landed = now
    }
    await round(db, id)
    await interval.first().waitFor()
    for (let more = true; more && landed < QUESTIONS - 20;) {
      const now = await landInTurns(db, id, { workers: [WORKER, BAD], badFrom: 120, landed })
      more = now > landed
      landed = now
      await round(db, id)
    }
    const notes = page.getByTestId('notes')
    await expect
      .poll(() => notes.textContent(), { timeout: 90_000 })
      .toContain(`Worker ${BAD.id} answers differently from the others`)
    expect(await notes.textContent()).toContain('No live interval is shown any more')
    await expect.poll(() => interval.allTextContents(), { timeout: 90_000 }).toEqual([])
    await page.context().close()
  })

  it('says in the list why an evaluation is not moving', async () => {
    const { db } = api()
    const waiting = await submit(db, { methods: ['sc@2'], changes: { name: 'Waiting' } })
    const stuck = await submit(db, { methods: ['sc@2'], changes: { name: 'Stuck' } })
    for (let nth = 0; nth < 3; nth++) await noteRoundFailure(db, stuck, 'a fault')
    const { page } = await browser.page()
    await page.goto(dashboard)
    await openList(page)
    const why = (id: string) => page.locator(`[data-evaluation="${id}"] .reason`).textContent()
    expect(await why(waiting)).toBe('This pool has no worker: your samples wait for one.')
    expect(await why(stuck)).toBe('3 of its rounds failed in a row, the last with: a fault.')
    await page.context().close()
  })

  it('says on the pool’s page what is wrong with the queue (needs redis-server)', async ({ skip }) => {
    if (redis === null) skip()
    const { page } = await browser.page()
    await page.goto(`${dashboard}/pool`)
    const text = await page.getByTestId('queue-trouble').textContent()
    expect(text).toContain('keeps no append-only file')
    await page.context().close()
  })
})
