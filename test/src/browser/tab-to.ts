import type { Page } from 'playwright-core'

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
