import type { Page } from 'playwright-core'

/** Opens everything on a page that can be folded, so that nothing hides from a check. */
export async function openDetails(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
}
