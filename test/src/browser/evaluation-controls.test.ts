import { EvaluationView } from '@cges-fleet/core'
import { GetEvaluation, pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { noteSweep, pauseEvaluation } from '@cges-fleet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { claim, POOL, round, type SampleRef } from '../support/evaluation-rows.js'
import { openMenu, openTab } from './page-actions.js'
import { axeFindings } from './page-faults.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, signIn, TestBrowser, type WatchedPage } from './test-browser.js'

const CONTROLS = /^(Pause|Resume|Retry failed|Extend|Cancel evaluation|Priority|Edit tags and note)$/

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'what can be done on the page of an evaluation', () => {
  const teams = useTeams()
  let dashboard: string
  let browser: TestBrowser
  let id = ''

  beforeAll(async () => {
    dashboard = await dashboardFor(teams().url)
    browser = await TestBrowser.open()
    const submitted = await teams().ask('POST', pathOf(SubmitEvaluation), {
      key: teams().two.keys.member,
      body: { name: 'Waits', benchmark: 'numbers-two', pool: POOL, methods: ['sc@2'], caps: { calls: 3 } },
    })
    id = EvaluationView.parse(submitted.body).id
  })

  afterAll(async () => {
    await browser?.close()
  })

  async function opened(key: string): Promise<WatchedPage> {
    const watched = await browser.page()
    await signIn(watched.page, dashboard, key)
    await watched.page.goto(new URL(`/evaluations/${id}`, watched.page.url()).href)
    await watched.page.getByRole('region', { name: 'Methods', exact: true }).waitFor()
    return watched
  }

  const view = async () =>
    EvaluationView.parse(
      (await teams().ask('GET', pathOf(GetEvaluation, { path: { id } }), { key: teams().two.keys.viewer })).body,
    )

  /** Whether calls in flight are to stop, as workers read it. */
  const stops = async () =>
    (await teams().db.query<{ stops: boolean }[]>('SELECT stops_calls AS stops FROM evaluation WHERE id = $1', [id]))[0]
      ?.stops

  it('is nothing for a viewer, who is told so, and all for a member', async () => {
    const { page, errors } = await opened(teams().two.keys.viewer)
    await openTab(page, 'Details')
    await openMenu(page)
    expect(await page.getByRole('button', { name: CONTROLS }).count()).toBe(0)
    expect(await page.getByTestId('read-only').textContent()).toBe('read-only')
    expect(errors).toEqual([])
    await page.context().close()
    const member = await opened(teams().two.keys.member)
    await openTab(member.page, 'Details')
    await member.page.getByRole('button', { name: 'Edit tags and note' }).waitFor()
    await openMenu(member.page)
    expect(await member.page.getByRole('button', { name: CONTROLS }).allTextContents()).toEqual([
      'Pause',
      'Extend',
      'Cancel evaluation',
      'Priority',
      'Edit tags and note',
    ])
    expect(await member.page.getByTestId('read-only').count()).toBe(0)
    await member.page.context().close()
  })

  it('changes its priority among its team’s own, and then shows it', async () => {
    const { page, errors } = await opened(teams().two.keys.member)
    await openMenu(page)
    await page.getByRole('button', { name: 'Priority', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Priority of this evaluation' })
    await dialog.getByLabel('Priority').selectOption('high')
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Change' }).click()
    await page.getByText(', high priority').waitFor()
    expect(await view()).toMatchObject({ priority: 'high' })
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('extends by what is entered, and says beside a field what is wrong with it', async () => {
    const { page } = await opened(teams().two.keys.member)
    await openTab(page, 'Run')
    expect(await page.locator('dl.kpis').textContent()).toContain('0 of at most 3 calls')
    await openMenu(page)
    await page.getByRole('button', { name: 'Extend', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Extend this evaluation' })
    await dialog.getByRole('button', { name: 'Extend it' }).click()
    expect(await dialog.getByRole('alert').textContent()).toContain('Fill in at least one field')
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByLabel('Methods to add, one a line').fill('sc@4\nescape@4')
    await dialog.getByRole('button', { name: 'Extend it' }).click()
    await dialog.locator('.bad').waitFor()
    expect(await dialog.locator('.bad').textContent()).toContain('escape')
    await dialog.getByLabel('Methods to add, one a line').fill('sc@4; esc:window=2@4')
    await dialog.getByLabel(/^Most calls, 0 spent, cap 3/).fill('5000')
    await dialog.getByRole('button', { name: 'Extend it' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.locator('[data-method="sc@4"]').waitFor()
    await page.getByText('0 of at most 5,000 calls').waitFor()
    const { methods, caps } = await view()
    expect(methods).toHaveLength(3)
    expect(caps.calls).toBe(5000)
    await page.context().close()
  })

  it('says why nothing is drawn, in the words of the pool’s page, and leads there', async () => {
    // Its worker was heard from once: either page may be read before or after that is too long ago.
    await teams().db.query(`UPDATE worker SET heartbeat_at = now() - interval '10 minutes'`)
    await noteSweep(teams().db)
    const { page } = await opened(teams().two.keys.viewer)
    const why = page.getByTestId('why')
    await why.waitFor({ timeout: 60_000 })
    const said = ((await why.textContent()) ?? '').replace(' See the pool', '')
    await why.getByRole('link', { name: 'See the pool' }).click()
    await page.waitForURL('**/pool?pool=**')
    expect(await page.getByTestId('why').textContent()).toBe(said)
    await page.context().close()
  })

  it('stops the calls of an evaluation that is paused already', async () => {
    await round(teams().db, id)
    const [call] = await teams().db.query<SampleRef[]>(
      'SELECT id AS "callId" FROM call WHERE evaluation_id = $1 AND live LIMIT 1',
      [id],
    )
    if (call === undefined) throw new Error('no call was planned')
    await claim(teams().db, call)
    await pauseEvaluation(teams().db, teams().two.id, id)
    expect(await stops()).toBe(false)
    const { page, errors } = await opened(teams().two.keys.member)
    await openMenu(page)
    await page.getByRole('button', { name: 'Stop calls in flight' }).click()
    await expect.poll(stops).toBe(true)
    expect(await view()).toMatchObject({ status: 'paused' })
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await expect.poll(async () => (await view()).status).toBe('running')
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('pauses so that calls in flight finish, or so that they stop', async () => {
    const { page, errors } = await opened(teams().two.keys.member)
    const status = page.locator('article [data-testid=status]')
    for (const [choice, stopped] of [
      ['Pause and stop calls', true],
      ['Pause', false],
    ] as const) {
      await openMenu(page)
      await page.getByRole('button', { name: 'Pause', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Pause this evaluation?' })
      await dialog.waitFor()
      expect(await axeFindings(page)).toEqual([])
      await dialog.getByRole('button', { name: choice, exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
      await expect.poll(() => status.textContent()).toContain('paused')
      expect(await stops()).toBe(stopped)
      await openMenu(page)
      await page.getByRole('button', { name: 'Resume', exact: true }).click()
      await expect.poll(() => status.textContent()).not.toContain('paused')
      await page.keyboard.press('Escape')
      expect(await stops()).toBe(false)
    }
    expect(errors).toEqual([])
    await page.context().close()
  })
})
