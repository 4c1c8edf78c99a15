import type { Page } from 'playwright-core'

/** How many pixels of a page lie beyond its right edge. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** What extends beyond the right edge, each by its tag and class. */
export function sticksOut(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *, header *')]
      .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((each) => `${each.tagName.toLowerCase()}.${each.getAttribute('class') ?? ''}`)
      .slice(0, 12)
      .join(', '),
  )
}
