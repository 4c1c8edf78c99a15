import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'

/** Presses a button and returns the file that it saves. */
export async function savedFile(page: Page, button: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return readFileSync(await download.path())
}
