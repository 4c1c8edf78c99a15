import { heartbeat, newId, noteSweep } from '@cges-fleet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { POOL, round, submit } from '../support/evaluation-rows.js'
import { dashboardFor } from './dashboard-server.js'
import { axeFindings } from './page-faults.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'what pages say of a fleet and its queue', () => {
  const api = useApi()
  let dashboard: string
  let browser: TestBrowser
  beforeAll(async () => {
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
  })
  afterAll(() => browser?.close())

  it('leads from a pool to the fleet’s status, which says what is wrong first', async () => {
    const { db } = api()
    const worker = { id: newId(), pool: POOL, slots: 8, ready: true, reason: null, engine: null }
    await heartbeat(db, worker)
    for (const priority of ['high', 'low'] as const)
      await round(db, await submit(db, { methods: ['sc@4'], changes: { priority } }))
    const { page, errors } = await browser.page()
    await page.goto(`${dashboard}/pool`)
    expect(await page.getByTestId('priorities').textContent()).toBe(
      'Your evaluations here by priority: 1 high, 1 low. While samples of all of them wait, they take turns 16 : 1.',
    )
    await page.getByRole('link', { name: 'Status of the fleet' }).click()
    const panel = page.getByTestId('fleet-status')
    await panel.getByText('No coordinator has run yet: nothing is planned or decided until one runs.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await noteSweep(db)
    await page.reload()
    await panel.getByText('The fleet is up.').waitFor()
    await heartbeat(db, { ...worker, ready: false, reason: 'the model server is away' })
    await page.reload()
    await panel.getByText(`Pool ${POOL} has no worker that is ready, of 1`).waitFor()
    expect(await panel.getByRole('row', { name: POOL }).textContent()).toContain('the model server is away')
    expect(errors).toEqual([])
  })
})
