import { QuestionView } from '@cges-fleet/core'
import { pathOf, GetQuestion } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { questionedEvaluation } from '../support/made-evaluations.js'
import { listedRows } from './page-actions.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the keys of the pages of questions', () => {
  const api = useApi()
  let dashboard: string
  let browser: TestBrowser
  let id = ''
  let where = ''

  beforeAll(async () => {
    id = await questionedEvaluation(api().db)
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
    where = `${dashboard}/evaluations/${id}`
  })

  afterAll(async () => {
    await browser?.close()
  })

  const question = async (position: number) =>
    QuestionView.parse((await api().get(pathOf(GetQuestion, { path: { id, position: String(position) } }))).body)

  it('walk rows, questions, disagreements, samples, and back', async () => {
    const { page, errors } = await browser.page()
    await page.goto(`${where}/questions?filter=disagree`, { waitUntil: 'networkidle' })
    const places = (await listedRows(page)).map((row) => Number(row.split('.')[1]))
    await page.goto(`${where}/questions?filter=disagree`, { waitUntil: 'networkidle' })
    for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    const at = (place: number | undefined) => page.waitForURL(`**/questions/${place}?filter=disagree*`)
    await at(places[1])
    await page.getByTestId('paths').waitFor()
    await page.keyboard.press('j')
    await at(places[2])
    await page.getByRole('heading', { name: `Question ${places[2]} ` }).waitFor()
    await page.keyboard.press('k')
    await at(places[1])
    await page.getByRole('heading', { name: `Question ${places[1]} ` }).waitFor()
    await page.keyboard.press('d')
    await at(places[2])
    await page.getByRole('heading', { name: `Question ${places[2]} ` }).waitFor()
    await page.keyboard.press(']')
    await page.keyboard.press(']')
    await page.keyboard.press('[')
    await page.getByTestId('sample-text').waitFor()
    expect(new URL(page.url()).searchParams.get('i')).toBe('1')
    const { samples } = await question(places[2] ?? 0)
    expect(await page.getByTestId('sample-text').textContent()).toContain(`\\boxed{${samples[0]?.rawAnswer}}`)
    expect(await page.getByTestId('tokens').textContent()).toContain('5 tokens; the model was least sure of token 4')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByTestId('sample-details').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.waitForURL('**/questions?filter=disagree')
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('lead to where two texts differ, which the address keeps', async () => {
    const { page, errors } = await browser.page()
    const { samples } = await question(17)
    const written = samples.map(({ rawAnswer }) => rawAnswer)
    const other = written.findIndex((answer) => answer !== null && answer !== written[1])
    await page.goto(`${where}/questions/17?i=2`, { waitUntil: 'networkidle' })
    await page.getByLabel('Differences from the response of sample').selectOption(String(other + 1))
    const diff = page.getByTestId('text-diff')
    await diff.waitFor()
    expect(new URL(page.url()).searchParams.get('with')).toBe(String(other + 1))
    expect(await diff.locator('del').textContent()).toBe(written[1])
    expect(await diff.locator('ins').textContent()).toBe(written[other])
    await page.reload()
    await diff.waitFor()
    const same = written.findIndex((answer, index) => index !== 1 && answer === written[1])
    await page.goto(`${where}/questions/17?i=2&with=${same + 1}`)
    await page.getByText('The two texts are identical.').waitFor()
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('work from the slider too, but for those that move it', async () => {
    const { page } = await browser.page()
    await page.goto(`${where}/questions/17`, { waitUntil: 'networkidle' })
    const slider = page.getByTestId('what-if').locator('input[type=range]')
    await slider.focus()
    await page.keyboard.press('Home')
    await page.waitForURL('**g=**')
    expect(await slider.inputValue()).toBe('0')
    await page.keyboard.press('j')
    await page.waitForURL('**/questions/18')
    await page.context().close()
  })

  it('are listed for who asks, and a screen reader’s user turns letters off but not Escape', async () => {
    const { page } = await browser.page()
    await page.goto(`${where}/questions/17?i=2`, { waitUntil: 'networkidle' })
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog')
    expect(await dialog.textContent()).toMatch(/On a question.*Next and previous question.*disagree.*sample/)
    await dialog.getByRole('checkbox').uncheck()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('d')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByTestId('sample-details').count()).toBe(0)
    expect(new URL(page.url()).pathname).toMatch(/\/17$/)
    await page.context().close()
  })
})
