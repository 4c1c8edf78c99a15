import { gzipSync } from 'node:zlib'
import { ListBenchmarks } from '@cges-fleet/core/contract'
import { createClient } from '@cges-fleet/client'
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useDashboardFleet } from './dashboard-fleet.js'
import { startButton } from './page-actions.js'
import { faultsOn, SCREENS } from './page-looks.js'
import { NO_BROWSER } from './test-browser.js'

const ROWS = Array.from({ length: 12 }, (_, at) => ({ prompt: `What is ${at} plus 1?`, gold: String(at + 1) }))
const JSONL = ROWS.map((row) => JSON.stringify(row)).join('\n')
const table = (mark: string) =>
  [`prompt${mark}gold`, ...ROWS.map((row) => `${row.prompt}${mark}${row.gold}`)].join('\r\n')
const PARQUET = Buffer.from(
  parquetWriteBuffer({
    columnData: (['prompt', 'gold'] as const).map((name) => ({ name, data: ROWS.map((row) => row[name]) })),
  }),
)

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'questions of one’s own in a browser', () => {
  const { served, open } = useDashboardFleet()
  const opened = () => open('/benchmarks/new')

  it('lead from a file to a verdict in two clicks, from a home with nothing on it', async () => {
    const { page, errors } = await open('/evaluations')
    let clicks = 0
    const click = async (role: 'button', name: string | RegExp) => {
      clicks += 1
      await page.getByRole(role, { name }).first().click()
    }
    clicks += 1
    await page.getByTestId('empty').getByLabel('File of questions').setInputFiles(fileOf('sums.jsonl', JSONL))
    await page.getByText('At most 192 model calls.').waitFor()
    await click('button', 'Save and start')
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    await expect.poll(() => page.getByTestId('freshness').textContent(), { timeout: 120_000 }).toBe('■ Final')
    // A simulated model knows no sums.
    await page.locator('[data-testid=lead][data-story=nobody]').waitFor({ timeout: 60_000 })
    expect(clicks).toBeLessThanOrEqual(2)
    expect(errors).toEqual([])
  }, 240_000)

  it('name the file that was chosen', async () => {
    const { page, errors } = await opened()
    expect(await page.locator('.drop strong').textContent()).toBe('Drop a file here')
    await page.getByLabel('File of questions').setInputFiles(fileOf('sums.jsonl', JSONL))
    await expectSums(page)
    expect(await page.locator('.drop strong').textContent()).toBe('sums.jsonl')
    expect(await page.locator('.drop input').evaluate((input) => getComputedStyle(input).clipPath)).toBe('inset(50%)')
    expect(errors).toEqual([])
  })

  it.each([
    ['sums.csv', Buffer.from(table(';'))],
    ['sums.tsv', Buffer.from(table('\t'))],
    ['sums.json', Buffer.from(JSON.stringify(ROWS))],
    ['sums.jsonl.gz', gzipSync(JSONL)],
    ['sums.parquet', PARQUET],
  ])('are read from %s, with the first three shown as read', async (name, buffer) => {
    const { page, errors } = await opened()
    await page.getByLabel('File of questions').setInputFiles({ name, mimeType: '', buffer })
    await expectSums(page)
    expect(errors).toEqual([])
  })

  it('can be pasted, with columns that are chosen where their names do not tell', async () => {
    const { page, errors } = await opened()
    const pasted = page.getByLabel('Or paste questions')
    await pasted.fill(table(','))
    await expectSums(page)
    await pasted.fill(table(',').replace('prompt,gold', 'Aufgabe,Ergebnis'))
    expect(await page.getByTestId('doubt').textContent()).toBe(
      'Line 1 has the columns “Aufgabe”, “Ergebnis”; expected “question” and “answer”. Check the columns chosen below.',
    )
    expect(await page.getByLabel('Question column').inputValue()).toBe('Aufgabe')
    await page.getByLabel('Answer column').selectOption('Aufgabe')
    await expect
      .poll(() => page.locator('[data-testid=preview] tr').nth(1).textContent())
      .toContain('What is 0 plus 1?What is')
    await page.getByLabel('Answer column').selectOption('Ergebnis')
    await expectSums(page)
    await page.getByLabel('Benchmark name').fill('Not a name')
    await page.getByRole('button', { name: /^Save/ }).click()
    expect(await page.getByTestId('not-stored').textContent()).toContain('must be 1 to 64 of a-z')
    await page.getByLabel('Benchmark name').fill('pasted-sums')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.waitForURL(/benchmark=pasted-sums$/)
    await startButton(page).waitFor()
    const { benchmarks } = await createClient({ url: served().fleet.api }).call(ListBenchmarks)
    expect(benchmarks).toContainEqual(
      expect.objectContaining({ name: 'pasted-sums', questions: 12, answerKind: 'math' }),
    )
    expect(errors.filter((error) => !error.includes('400'))).toEqual([])
  })

  it('are stored however long the file, in lines that the dashboard hands on', async () => {
    const { page } = await opened()
    const long = Array.from({ length: 3000 }, (_, at) =>
      JSON.stringify({ question: `${at} ${'x'.repeat(1000)}`, answer: '1' }),
    )
    await page.getByLabel('File of questions').setInputFiles(fileOf('long.jsonl', long.join('\n')))
    await page.getByRole('button', { name: 'Save 3,000 questions' }).click()
    await page.waitForURL(/benchmark=long$/, { timeout: 60_000 })
  })

  it.each([
    ['bad.csv', 'prompt,gold\na,1\nb\n', /not CSV: line 3: found 1 cell, expected 2/u],
    ['bad.parquet', 'nothing of the kind', /is not Parquet/u],
    ['bad.jsonl.gz', 'nothing of the kind', /is not gzip/u],
    ['latin.csv', Buffer.from('prompt,gold\nheißt,1\n', 'latin1'), /is not UTF-8/u],
    [
      'bad.jsonl',
      '{"question":"<img src=x onerror=alert(1)>"}\n{"question":',
      /Line 1: "answer" is missing.*Line 2: not JSON/su,
    ],
  ])('that cannot be read are refused with the place: %s', async (name, content, message) => {
    const { page, errors } = await opened()
    await page.getByLabel('File of questions').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })
    await expect.poll(() => page.getByRole('alert').first().textContent()).toMatch(message)
    expect(await page.getByRole('button', { name: /^Save/, disabled: false }).count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('leave axe nothing to find on any screen, and fit a phone', async () => {
    const { page } = await opened()
    await page.getByLabel('Or paste questions').fill(JSONL)
    await expectSums(page)
    expect(await faultsOn(page, 'own questions', SCREENS)).toEqual([])
  })
})

function fileOf(name: string, text: string) {
  return { name, mimeType: '', buffer: Buffer.from(text) }
}

async function expectSums(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save 12 questions' }).waitFor()
  const preview = page.getByTestId('preview')
  expect(await preview.locator('tbody tr').count()).toBe(3)
  expect(await preview.locator('tbody tr').nth(2).textContent()).toMatch(/What is 2 plus 1\?3$/u)
}
