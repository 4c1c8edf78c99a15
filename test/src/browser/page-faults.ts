import { gzipSync } from 'node:zlib'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { IS_AT_LENGTH } from '../support/repetitions.js'

/** The rules whose findings depend on a page's colours or width; all others depend on its markup alone. */
export const BY_LOOK = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']

/** Rows of a table are alike: of the seventh on, axe looks at length only. */
const ROWS = IS_AT_LENGTH ? [] : [['tbody tr:nth-child(n+7)']]

/** Lists axe's serious and critical findings on a page, by all its rules or some, each with the first places found. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ values, exclude }) => {
      interface Found {
        readonly violations: readonly {
          readonly id: string
          readonly impact: string | null
          readonly nodes: readonly { readonly target: readonly string[] }[]
        }[]
      }
      const { axe } = globalThis as unknown as { axe: { run: (on: object, options: object) => Promise<Found> } }
      // Without what would fetch every style sheet anew, for rules that are not asked for.
      const options = {
        preload: false,
        resultTypes: ['violations'],
        ...(values === null ? {} : { runOnly: { type: 'rule', values } }),
      }
      const { violations } = await axe.run({ exclude }, options)
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map(({ target }) => target.join(' '))
              .join(' | ')}`,
        )
    },
    { values: rules ?? null, exclude: ROWS },
  )
}

/** Sums from now on, on every page loaded, the layout shifts that no user input caused. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifts: { sum: 0, seen: [] } })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        if (entry.hadRecentInput) continue
        const { shifts } = globalThis as unknown as { shifts: { sum: number; seen: string[] } }
        shifts.sum += entry.value
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : '?',
        )
        shifts.seen.push(`${entry.value.toFixed(4)} ${moved.join(', ')}`)
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

/** Counts from now on: what moved until here was asked for. */
export function forgetShifts(page: Page): Promise<void> {
  return page.evaluate(() => void Object.assign(globalThis, { shifts: { sum: 0, seen: [] } }))
}

/** The most that a page's scripts may weigh before any interaction, in bytes of gzip. */
export const MOST_SCRIPT_BYTES = 190_000

/** The size of each script in bytes of gzip, by its address: most pages share most of them. */
const sizes = new Map<string, Promise<number>>()

/** Weighs the scripts that a page loads before any interaction, in bytes of gzip. */
export async function weighFirstScripts(address: string, path: string): Promise<number> {
  const html = await (await fetch(address + path)).text()
  // Scripts only for old browsers are left out.
  const tags = html.replaceAll(/<script[^>]*nomodule[^>]*>/gi, '')
  const found = new Set(
    [...tags.matchAll(/(?:src|href)="(\/_next\/[^"?]+\.js)[^"]*"/g)].map(([, script = '']) => script),
  )
  if (found.size < 3) throw new Error(`${path} brings ${found.size} scripts: it is no page of Next`)
  const weighed = await Promise.all([...found].map((script) => weigh(address + script)))
  return weighed.reduce((sum, bytes) => sum + bytes, 0)
}

function weigh(script: string): Promise<number> {
  const known = sizes.get(script)
  if (known !== undefined) return known
  const size = fetch(script).then(async (answer) => {
    if (!answer.ok) throw new Error(`${script} answers ${answer.status}`)
    return gzipSync(Buffer.from(await answer.arrayBuffer())).length
  })
  sizes.set(script, size)
  return size
}

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
