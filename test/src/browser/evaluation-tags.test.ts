import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { select, selectOne, submit } from '../support/evaluation-rows.js'
import { listedNames, openTab } from './page-actions.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'tags and notes', () => {
  const api = useApi()
  let dashboard: string
  let browser: TestBrowser

  beforeAll(async () => {
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
    for (const [name, tags] of Object.entries({ First: ['paper'], Second: ['paper', 'table 2'], Third: [] }))
      await tagged(name, tags)
  })

  afterAll(async () => {
    await browser?.close()
  })

  async function tagged(name: string, tags: readonly string[]): Promise<void> {
    const id = await submit(api().db, { methods: ['sc@2'], changes: { name } })
    await api().db.query(`UPDATE evaluation SET tags = $2 WHERE id = $1`, [id, tags])
  }

  it('are written on an evaluation’s page, and found by', async () => {
    const { page } = await browser.page()
    await page.goto(`${dashboard}/evaluations`)
    await page.getByTestId('evaluations').getByRole('link', { name: 'Third' }).click()
    await openTab(page, 'Details')
    await page.getByRole('button', { name: 'Edit tags and note' }).click()
    await page.getByRole('textbox', { name: /^Tags/ }).fill('table 1, <b>bold</b>')
    await page.getByRole('textbox', { name: 'Note' }).fill('=1+1 <script>')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit tags and note' }).waitFor()
    await page.getByText('=1+1 <script>').waitFor()
    const stored = await selectOne(api().db, `SELECT tags, note FROM evaluation WHERE name = 'Third'`)
    expect(stored).toEqual({ tags: ['<b>bold</b>', 'table 1'], note: '=1+1 <script>' })
    await page.getByRole('link', { name: '<b>bold</b>' }).click()
    await page.waitForURL(/tag=/)
    expect(await listedNames(page)).toEqual(['Third'])
  })

  it('are put on several at once and taken off again, the others of each left as they are', async () => {
    const { page, errors } = await browser.page()
    await page.goto(`${dashboard}/evaluations?tag=paper`)
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    const tag = async (verb: string) => {
      await page.getByRole('button', { name: 'Tag …' }).click()
      const dialog = page.getByRole('dialog', { name: 'Tag 2 evaluations' })
      await dialog.getByLabel('Tag', { exact: true }).fill(' to drop ')
      await dialog.getByRole('button', { name: verb }).click()
      await dialog.waitFor({ state: 'hidden' })
      return select<{ tags: string[] }>(
        api().db,
        `SELECT tags FROM evaluation WHERE 'paper' = ANY (tags) ORDER BY name`,
      )
    }
    expect(await tag('Add tag')).toEqual([{ tags: ['paper', 'to drop'] }, { tags: ['paper', 'table 2', 'to drop'] }])
    await expect.poll(() => page.getByRole('link', { name: 'to drop' }).count()).toBe(2)
    expect(await tag('Remove tag')).toEqual([{ tags: ['paper'] }, { tags: ['paper', 'table 2'] }])
    await expect.poll(() => page.getByRole('link', { name: 'to drop' }).count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('say of which evaluations they could not be changed, and why', async () => {
    const { page } = await browser.page()
    const full = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
    await tagged('Full', full)
    await page.goto(`${dashboard}/evaluations?q=full`)
    for (const key of ['j', 'x']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Tag …' }).click()
    await page.getByLabel('Tag', { exact: true }).fill('one more')
    await page.keyboard.press('Enter')
    expect(await page.locator('dialog').getByRole('alert').textContent()).toMatch(/^Full: .*at most 20 tags/)
    expect(await selectOne(api().db, `SELECT tags FROM evaluation WHERE name = 'Full'`)).toEqual({ tags: full })
  })
})
