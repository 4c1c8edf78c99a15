import { eraseTexts, expireTexts } from '@cges-fleet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { selectOne } from '../support/evaluation-rows.js'
import { questionedEvaluation } from '../support/made-evaluations.js'
import { dashboardFor } from './dashboard-server.js'
import { axeFindings } from './page-faults.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'an evaluation whose texts retention deleted', () => {
  const api = useApi()
  let dashboard: string
  let browser: TestBrowser
  beforeAll(async () => {
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
  })
  afterAll(() => browser?.close())

  it('says since when on its page and on its questions’, which show all else', async () => {
    const { db } = api()
    const id = await questionedEvaluation(db, { questions: 20 })
    await db.query(`UPDATE evaluation SET finished_at = now() - interval '15 days' WHERE id = $1`, [id])
    const { page, errors } = await browser.page()
    const question = `${dashboard}/evaluations/${id}/questions/2?i=1`
    await page.goto(question)
    await page.getByTestId('sample-text').waitFor()
    const rows = await page.getByTestId('samples').locator('tr[data-sample]').count()
    await db.query('UPDATE team SET keep_texts_days = 14')
    await expireTexts(db)
    while (await eraseTexts(db));
    const { day } = await selectOne<{ day: string }>(
      db,
      `SELECT to_char(texts_deleted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM evaluation WHERE id = $1`,
      [id],
    )
    const words = `Texts deleted on ${day} (UTC) by the team’s retention.`
    await page.goto(question)
    expect(await page.getByTestId('no-text').textContent()).toBe(words)
    expect(await page.getByTestId('samples').locator('tr[data-sample]').count()).toBe(rows)
    expect(await axeFindings(page)).toEqual([])
    await page.goto(`${dashboard}/evaluations/${id}`)
    await page.getByRole('button', { name: 'About these numbers' }).click()
    await page.getByTestId('background').getByText(words).waitFor()
    expect(errors).toEqual([])
  })
})
