import type { Page } from 'playwright-core'

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
