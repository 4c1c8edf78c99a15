import type { Page } from 'playwright-core'

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
