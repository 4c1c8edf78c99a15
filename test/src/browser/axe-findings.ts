import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The rules whose findings depend on a page's colours or width; all others depend on its markup alone. */
export const BY_LOOK = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']

/** Lists axe's serious and critical findings on a page, by all its rules or some, each with the first places found. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async (values) => {
    interface Found {
      readonly violations: readonly {
        readonly id: string
        readonly impact: string | null
        readonly nodes: readonly { readonly target: readonly string[] }[]
      }[]
    }
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<Found> } }
    const options = { resultTypes: ['violations'], ...(values === null ? {} : { runOnly: { type: 'rule', values } }) }
    const { violations } = await axe.run(options)
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ target }) => target.join(' '))
            .join(' | ')}`,
      )
  }, rules ?? null)
}
