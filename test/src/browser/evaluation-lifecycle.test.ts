import { GetEvaluation, pathOf } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { dashboardFor } from './dashboard-server.js'
import { axeFindings } from './page-faults.js'
import { NO_BROWSER, signIn, TestBrowser, type WatchedPage } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'renaming, archiving and deleting an evaluation', () => {
  const teams = useTeams()
  let dashboard: string
  let browser: TestBrowser

  beforeAll(async () => {
    dashboard = await dashboardFor(teams().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  async function opened(id: string, key: string): Promise<WatchedPage> {
    const watched = await browser.page()
    await signIn(watched.page, dashboard, key)
    await watched.page.goto(new URL(`/evaluations/${id}`, watched.page.url()).href)
    await watched.page.getByRole('button', { name: 'More actions' }).waitFor()
    return watched
  }

  const found = async (id: string) =>
    teams().ask('GET', pathOf(GetEvaluation, { path: { id } }), { key: teams().one.keys.viewer })

  it('archives in two clicks, which takes it off the list of mine, and brings it back', async () => {
    const { one, newEvaluation } = teams()
    const id = await newEvaluation(one, one.keys.member)
    const { page } = await opened(id, one.keys.member)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Unarchive' }).waitFor()
    expect((await found(id)).body).toMatchObject({ archivedAt: expect.any(String) })
    await page.goto(new URL('/evaluations', page.url()).href)
    const row = page.locator(`[data-evaluation="${id}"]`)
    await page.getByTestId('evaluations').waitFor()
    expect(await row.count()).toBe(0)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Archived').selectOption('1')
    await row.waitFor()
    await page.getByLabel('Whose').selectOption('1')
    await page.waitForURL(/mine=1/)
    expect(await row.textContent()).toContain('a member')
    await page.context().close()
  })

  it('renames it, and says what deleting frees before it is gone for everybody', async () => {
    const { one, newEvaluation } = teams()
    const id = await newEvaluation(one, one.keys.member)
    const { page, errors } = await opened(id, one.keys.member)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Before the new prompt')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'Before the new prompt' }).waitFor()
    const deleting = page.getByRole('button', { name: 'Delete', exact: true })
    if (!(await deleting.isVisible())) await page.getByRole('button', { name: 'More actions' }).click()
    await deleting.click()
    const dialog = page.getByRole('dialog', { name: 'Delete this evaluation?' })
    expect(await dialog.textContent()).toContain('0 samples and 0 B of texts are deleted')
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete it' }).click()
    await page.waitForURL(/\/evaluations$/)
    expect((await found(id)).status).toBe(404)
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('tells those who may not whom to ask', async () => {
    const { one, newEvaluation } = teams()
    const id = await newEvaluation(one, one.keys.operator)
    const { page } = await opened(id, one.keys.member)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Archive' }).click()
    const said = page.getByText('This evaluation is “a operator”’s. Ask them or an admin of your team to archive it.')
    await said.waitFor()
    await page.context().close()
  })
})
