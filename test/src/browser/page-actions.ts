import { readFileSync } from 'node:fs'
import type { DataSource } from '@cges-fleet/db'
import type { Locator, Page } from 'playwright-core'
import { select } from '../support/evaluation-rows.js'

/** Opens everything collapsible on a page, so that nothing is hidden from a check. */
export async function openDetails(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
}

/** Opens a part of an evaluation's page that is behind a tab. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
  await page.locator(`[role=tabpanel][data-tab=${name.toLowerCase()}] > :not(.tab-waiting)`).first().waitFor()
}

/** Opens the menu of an evaluation's page. */
export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Compare', exact: true }).and(page.locator('.menu a')).waitFor()
}

/** Presses keys on a chart where no point is chosen, and returns what is read of the point that they lead to. */
export async function readByKeys(chart: Locator, ...keys: readonly string[]): Promise<string | null> {
  for (const key of ['Escape', ...keys]) await chart.locator('.chart-room').press(key)
  return chart.locator('output.read-out').textContent()
}

/** Presses a button and returns the file that it saves. */
export async function savedFile(page: Page, button: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return readFileSync(await download.path())
}

/** Presses Tab until the focus is on an element with these words, or labelled by them, among those a selector finds. */
export async function tabTo(page: Page, words: string | RegExp, among = '*'): Promise<void> {
  for (let steps = 0; steps < 160; steps++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate((among) => {
      const { activeElement: active } = document
      if (active?.matches(among) !== true) return ''
      return (active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : active?.textContent)?.trim() ?? ''
    }, among)
    if (typeof words === 'string' ? at === words : words.test(at)) return
  }
  throw new Error(`no way to ${words}`)
}

/** The names in the list of evaluations, in its order. */
export function listedNames(page: Page): Promise<string[]> {
  return page.locator('[data-evaluation] th[scope=row] > a:first-child').allTextContents()
}

/** Opens the list with the given query. */
export async function openList(page: Page, search = ''): Promise<void> {
  await page.goto(new URL(`/evaluations${search}`, page.url()).href)
}

/** Waits until the address has this query and the first row matches. */
export async function listedBy(page: Page, search: string, first: RegExp): Promise<void> {
  await page.waitForURL((url) => url.search === search)
  await page.locator('[data-evaluation]').first().getByText(first).waitFor()
}

/** Opens the palette by its key, and waits until typing goes into it. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
}

/** The rows of all pages of the open list. */
export async function listedRows(page: Page): Promise<string[]> {
  const rows: string[] = []
  for (;;) {
    await page.getByTestId('questions').waitFor()
    rows.push(
      ...(await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[data-question]')].map((row) => row.dataset['question'] ?? ''),
      )),
    )
    const next = page.getByRole('link', { name: 'Next page' })
    if ((await next.count()) === 0) return rows
    const before = page.url()
    await next.click()
    await page.waitForURL((url) => url.href !== before)
    await page.waitForLoadState('networkidle')
  }
}

/** Opens the settings that a new evaluation's form keeps behind *Advanced*. */
export async function openAdvanced(page: Page): Promise<void> {
  await page.getByTestId('advanced').locator('summary').click()
}

/** Opens all parameters of a method in a new evaluation's form. */
export async function openMethod(page: Page, title: string): Promise<void> {
  await page.locator('.method-line').getByText(title, { exact: true }).click()
}

/** Adds methods to a new evaluation's form. */
export async function addMethods(page: Page, ...titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    const button = page.getByRole('button', { name: `+ ${title}`, exact: true })
    if (!(await button.isVisible())) await page.getByRole('button', { name: 'Add a method' }).click()
    await button.click()
  }
}

/** The button that submits the form of a new evaluation. */
export function startButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Start evaluation' })
}

/** All that a submission stores, of each evaluation with this name. */
export function submittedAs(db: DataSource, name: string): Promise<object[]> {
  return select(
    db,
    `SELECT name, suite, benchmark_id, pool, spec, seed, replicates, questions, s.call_cap AS calls, s.token_cap AS tokens, owner
     FROM evaluation e JOIN spending s ON s.evaluation_id = e.id WHERE e.name = $1`,
    [name],
  )
}
