import type { Page } from 'playwright-core'
import { sidewaysOverflow, sticksOut } from './page-faults.js'
import { takePicture } from './page-looks.js'

const LAPTOP = { width: 1280, height: 720 }
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** What fits a small laptop's first screen whatever the state: so many methods, and so much of the chart. */
const METHODS = 6
const ROW_PX = 36
const CHART_PX = 160

interface Parts {
  /** Where the verdict and the last of the first methods end, and where the chart begins; null if there is none. */
  readonly verdict: number | null
  readonly methods: { readonly count: number; readonly end: number } | null
  readonly chart: number | null
}

/** What of an evaluation's page is below the first screen of a small laptop; without results, what is seen instead. */
export async function belowFirstScreen(page: Page, name: string, seen: string): Promise<string[]> {
  await page.setViewportSize(LAPTOP)
  await takePicture(page, `${name}-${LAPTOP.width}`)
  const { verdict, methods, chart } = await page.evaluate(measure, METHODS)
  const ends: Readonly<Record<string, number>> =
    methods === null
      ? { [seen]: await startOf(page, seen) }
      : {
          'the verdict': verdict ?? Infinity,
          'six methods': methods.end + (METHODS - methods.count) * ROW_PX,
          'the beginning of the chart': (chart ?? Infinity) + CHART_PX,
        }
  const on = `on ${LAPTOP.width} × ${LAPTOP.height},`
  const below = Object.entries(ends)
    .filter(([, end]) => end > LAPTOP.height)
    .map(([part, end]) => `${on} ${part} ends at ${Math.round(end)} px`)
  return [...below, ...(await cutFigures(page))]
}

/** Figures of the methods' table that are cut on the screens it is made for; names may be, since their titles have the rest. */
async function cutFigures(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const { width, height } of [LAPTOP, DESK]) {
    await page.setViewportSize({ width, height })
    found.push(...(await page.evaluate(listCut)).map((figure) => `on ${width} × ${height}, a figure is cut: ${figure}`))
  }
  return found
}

/** What of a page lies beside a phone's screen. */
export async function besidePhone(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE)
  const overflow = await sidewaysOverflow(page)
  return overflow > 0 ? [`on a phone, scrolls ${overflow} px sideways: ${await sticksOut(page)}`] : []
}

/** Where the first of what is seen begins. */
async function startOf(page: Page, seen: string): Promise<number> {
  return (await page.locator(seen).first().boundingBox())?.y ?? Infinity
}

function listCut(): string[] {
  return [...document.querySelectorAll('[data-testid=methods] td')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth)
    .map((cell) => `${cell.textContent} needs ${cell.scrollWidth} px of ${cell.clientWidth}`)
}

function measure(most: number): Parts {
  const rows = [...document.querySelectorAll('[data-testid=methods] [data-method]')].slice(0, most)
  const [verdict, last, chart] = [
    document.querySelector('[data-testid=lead]'),
    rows.at(-1),
    document.querySelector('.results .chart-room'),
  ].map((part) => part?.getBoundingClientRect())
  return {
    verdict: verdict?.bottom ?? null,
    methods: last === undefined ? null : { count: rows.length, end: last.bottom },
    chart: chart?.top ?? null,
  }
}
