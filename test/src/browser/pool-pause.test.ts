import { heartbeat, LOCAL_TEAM, newId } from '@cges-fleet/db'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { claim, POOL, round, submit } from '../support/evaluation-rows.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

/** Opens the dialog of a page that was just loaded, whose button may not work yet on a busy machine. */
async function dialogOf(page: Page, name: 'Pause' | 'Resume'): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: `${name} pool ${POOL}?` })
  const opened = async () => {
    if (!(await dialog.isVisible())) await page.getByRole('button', { name, exact: true }).click()
    return dialog.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(opened).toBe(true)
  return dialog
}

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the page of a pool pauses it', () => {
  const api = useApi()
  let dashboard: string
  let browser: TestBrowser
  beforeAll(async () => {
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
  })
  afterAll(() => browser?.close())

  it('after it has said what happens, shows who paused it and why, and resumes it', async () => {
    const { db } = api()
    await heartbeat(db, { id: newId(), pool: POOL, slots: 8, ready: true, reason: null, engine: null })
    const id = await submit(db, { team: LOCAL_TEAM, methods: ['sc@4'] })
    const { queued } = await round(db, id)
    for (const call of queued.slice(0, 2)) await claim(db, call)
    const { page, errors } = await browser.page()
    await page.goto(`${dashboard}/pool`)
    const why = page.getByTestId('why')
    const pressed = (name: string) => page.getByRole('button', { name, exact: true }).click()

    const asks = await dialogOf(page, 'Pause')
    await asks.getByText('2 samples being drawn will finish.').waitFor()
    await pressed('Keep it running')
    await asks.waitFor({ state: 'detached' })
    expect(await page.getByTestId('pool-paused').count()).toBe(0)

    await pressed('Pause')
    await page.getByLabel('Reason, shown to everyone who uses the pool').fill('new weights')
    await pressed('Pause the pool')
    await page.getByTestId('pool-paused').waitFor()
    expect(await why.textContent()).toMatch(
      /^The pool has been paused since \d{4}-\d\d-\d\d [\d:]+ UTC: “new weights”\. Nothing is drawn until an operator resumes it\.$/,
    )
    await page.goto(`${dashboard}/evaluations`)
    await page.getByText('is paused').first().waitFor()

    await page.goto(`${dashboard}/pool`)
    await (await dialogOf(page, 'Resume')).getByText('Workers draw again').waitFor()
    await pressed('Resume the pool')
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    expect(await page.getByTestId('pool-paused').count()).toBe(0)
    expect(await why.textContent()).not.toContain('paused')
    expect(errors).toEqual([])
  })

  it('reserves slots for a team, says when, cancels, and says why not', async () => {
    const { db } = api()
    await db.query('DELETE FROM worker')
    await heartbeat(db, { id: newId(), pool: POOL, slots: 8, ready: true, reason: null, engine: null })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
    const { page, errors } = await browser.page()
    await page.goto(`${dashboard}/pool`)
    const panel = page.getByTestId('reservations')
    const form = page.getByRole('form', { name: `Reserve slots of ${POOL}` })
    await panel.getByText('No slots are reserved.').waitFor()
    await panel.getByText('Reserve slots').click()
    const reserve = async (slots: string) => {
      await form.getByLabel('Team').fill('local')
      await form.getByLabel('Slots').fill(slots)
      await form.getByLabel('Until').fill(tomorrow)
      await form.getByRole('button', { name: 'Reserve' }).click()
    }
    await reserve('9')
    await page.getByRole('alert').getByText('Reserve at most 8.').waitFor()
    await reserve('6')
    const row = panel.getByRole('row', { name: /^your team\s*now\s*6\s*\d{4}-.+\d{4}-.+Cancel/ })
    await row.waitFor()
    await row.getByRole('button', { name: /^Cancel: 6 slots are reserved for your team from/ }).click()
    await panel.getByText('No slots are reserved.').waitFor()
    // The browser reports the refusal, and nothing else.
    expect(errors).toEqual([expect.stringContaining('409')])
  })

  it('says so, and stays as it is, where the API refuses', async () => {
    const { page } = await browser.page()
    await page.goto(`${dashboard}/pool`)
    await dialogOf(page, 'Pause')
    const reason = page.getByLabel('Reason, shown to everyone who uses the pool')
    await reason.evaluate((field) => field.removeAttribute('maxlength'))
    await reason.fill('x'.repeat(301))
    await page.getByRole('button', { name: 'Pause the pool' }).click()
    await page.getByRole('alert').getByText('at most 300 characters').waitFor()
    expect(await page.getByTestId('pool-paused').count()).toBe(0)
  })
})
