import type { Page } from 'playwright-core'

/** Sums from now on, on every page loaded, the layout shifts that no user input caused. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = []
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        if (entry.hadRecentInput) continue
        sum += entry.value
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : '?',
        )
        seen.push(`${entry.value.toFixed(4)} ${moved.join(', ')}`)
        Object.assign(globalThis, { shifts: { sum, seen } })
      }
    }).observe({ type: 'layout-shift', buffered: true })
    interface Shift {
      readonly value: number
      readonly hadRecentInput: boolean
      readonly sources: readonly { readonly node: Node | null }[]
    }
  })
}

/** The cumulative layout shift so far, and what moved. */
export function shiftsOn(page: Page): Promise<{ readonly sum: number; readonly seen: readonly string[] }> {
  return page.evaluate(() => {
    const { shifts } = globalThis as { shifts?: { sum: number; seen: string[] } }
    return shifts ?? { sum: 0, seen: [] }
  })
}
