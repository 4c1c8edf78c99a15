import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Lists what axe finds serious or critical on a page, each with the first places it found it at. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    interface Found {
      readonly violations: readonly {
        readonly id: string
        readonly impact: string | null
        readonly nodes: readonly { readonly target: readonly string[] }[]
      }[]
    }
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<Found> } }
    const { violations } = await axe.run()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ target }) => target.join(' '))
            .join(' | ')}`,
      )
  })
}
