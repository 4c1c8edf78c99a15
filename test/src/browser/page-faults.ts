import { gzipSync } from 'node:zlib'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { IS_AT_LENGTH } from '../support/repetitions.js'

/** The rules whose findings depend on a page's colours or width; all others depend on its markup alone. */
export const BY_LOOK = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']

/** Rows of a table are alike: of the seventh on, axe looks at length only. */
const ROWS = IS_AT_LENGTH ? [] : [['tbody tr:nth-child(n+7)']]

/** Lists axe's findings on a page, whatever their impact, by all its rules or some, each with the first places found. */
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
        // Of WCAG 2.2, which axe leaves out unless asked: for fingers. A dense table has its links twice for a mouse.
        rules: { 'target-size': { enabled: innerWidth <= 700 } },
        ...(values === null ? {} : { runOnly: { type: 'rule', values } }),
      }
      const { violations } = await axe.run({ exclude }, options)
      return violations.map(
        ({ id, impact, nodes }) =>
          `${id} (${impact}): ${nodes
            .slice(0, 3)
            .map(({ target }) => target.join(' '))
            .join(' | ')}`,
      )
    },
    { values: rules ?? null, exclude: ROWS },
  )
}

/** The most that a page may move by itself once it has arrived, and while it arrives: what web vitals call good. */
const MOST_SHIFT = { arrived: 0.02, arriving: 0.1 }

/** Call before a page is opened: counts by how much what it shows moves without input (cumulative layout shift). */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifts: [], arrived: Infinity })
    document.addEventListener('DOMContentLoaded', () => {
      // The last of the page is drawn within two frames and what a busy machine takes to begin them.
      requestAnimationFrame(() => requestAnimationFrame((at) => Object.assign(globalThis, { arrived: at + 100 })))
    })
    new PerformanceObserver((list) => {
      const { shifts } = globalThis as unknown as { shifts: { value: number; at: number; moved: string[] }[] }
      for (const entry of list.getEntries() as unknown as Shift[]) {
        if (entry.hadRecentInput) continue
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : '?',
        )
        shifts.push({ value: entry.value, at: entry.startTime, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
    interface Shift {
      readonly value: number
      readonly startTime: number
      readonly hadRecentInput: boolean
      readonly sources: readonly { readonly node: Node | null }[]
    }
  })
}

/**
 * The cumulative layout shift so far, and what moved. What moved while the page was still arriving is apart: a browser
 * that is slow draws the part of a table that it has, and the columns find their widths when the rest comes.
 */
export async function shiftsOn(page: Page): Promise<PageShifts> {
  const { shifts, arrived } = await page.evaluate(() => {
    const { shifts = [], arrived = Infinity } = globalThis as unknown as Watched
    return { shifts, arrived }
    interface Watched {
      readonly shifts?: { value: number; at: number; moved: string[] }[]
      readonly arrived?: number
    }
  })
  const sum = (of: typeof shifts) => of.reduce((total, { value }) => total + value, 0)
  return {
    sum: sum(shifts.filter(({ at }) => at > arrived)),
    arriving: sum(shifts.filter(({ at }) => at <= arrived)),
    seen: shifts.map(({ value, at, moved }) => `${value.toFixed(4)} at ${at.toFixed(0)} ms ${moved.join(', ')}`),
  }
}

export interface PageShifts {
  readonly sum: number
  readonly arriving: number
  readonly seen: readonly string[]
}

/** By how much a page moved, where that is too much; else null. */
export async function jumpOn(page: Page): Promise<string | null> {
  const { sum, arriving, seen } = await shiftsOn(page)
  if (sum <= MOST_SHIFT.arrived && arriving <= MOST_SHIFT.arriving) return null
  return `moved by ${sum.toFixed(4)}, and ${arriving.toFixed(4)} while it arrived: ${seen.join('; ')}`
}

/** Counts from now on: what moved until here was asked for. */
export function forgetShifts(page: Page): Promise<void> {
  return page.evaluate(() => void Object.assign(globalThis, { shifts: [] }))
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

/** Texts that end beyond the right edge of the column they stand in, over what is beside it. */
export function spiltTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isClipped = (of: Element): boolean =>
      getComputedStyle(of).clipPath !== 'none' || (of.parentElement !== null && isClipped(of.parentElement))
    const found: string[] = []
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      let box = text.parentElement
      if (box === null || text.textContent?.trim() === '' || !box.checkVisibility()) continue
      if (box.closest('svg, option, textarea, .sr-only, .katex') !== null) continue
      if (isClipped(box)) continue
      while (box !== null && /^(?:inline|contents)/u.test(getComputedStyle(box).display)) box = box.parentElement
      // What is cut on purpose ends at its column.
      if (box === null || getComputedStyle(box).overflowX !== 'visible') continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const by = range.getBoundingClientRect().right - box.getBoundingClientRect().right
      if (by > 1)
        found.push(`${box.tagName.toLowerCase()}.${box.className}, ${text.textContent}, by ${Math.ceil(by)} px`)
    }
    return [...new Set(found)].slice(0, 6)
  })
}
