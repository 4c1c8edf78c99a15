import type { Page } from 'playwright-core'

/** Waits until a page of the dashboard reacts: a key or a click before that is lost, as it is for a fast user. */
export async function untilScriptsRun(page: Page): Promise<void> {
  if (!(await page.evaluate(() => '__next_f' in globalThis))) return
  await page.waitForFunction(() => {
    const shown = [...document.querySelectorAll('button, input, select, textarea, a')].filter((element) =>
      element.checkVisibility(),
    )
    return shown.every((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')))
  })
  // The effects that listen for keys run right after; on an idle page they have run.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })))
}
