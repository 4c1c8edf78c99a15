import type { Page } from 'playwright-core'

/** Counts what a user presses on every page opened from now on; call it before the first. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('noteClick', () => {
    clicks += 1
  })
  await page.addInitScript(() => {
    const { noteClick } = globalThis as unknown as { noteClick: () => void }
    addEventListener('pointerdown', () => noteClick(), true)
  })
  return () => clicks
}
