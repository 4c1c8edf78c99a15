import axeCore from 'axe-core'
import type { Page } from 'playwright-core'

interface Axe {
  run(): Promise<{ violations: { id: string; impact: string | null; nodes: { target: string[] }[] }[] }>
}

/** The serious and critical faults that axe finds on a page, each with where. */
export async function graveFaults(page: Page): Promise<string[]> {
  await page.evaluate(axeCore.source)
  return page.evaluate(async () => {
    // The script before left it there.
    const { axe } = globalThis as unknown as { axe: Axe }
    const { violations } = await axe.run()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ target }) => target.join(' '))
            .join(', ')}`,
      )
  })
}
