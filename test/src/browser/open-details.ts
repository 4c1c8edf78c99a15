import type { Page } from 'playwright-core'

/** Opens everything collapsible on a page, so that nothing is hidden from a check. */
export async function openDetails(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
}
