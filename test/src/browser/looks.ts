import type { Page } from 'playwright-core'
import { axeFindings, BY_LOOK } from './axe-findings.js'
import { sidewaysOverflow, sticksOut } from './sideways-overflow.js'

/** How a user sees a page. */
interface Look {
  readonly colours: 'light' | 'dark' | 'forced'
  readonly width: number
  readonly rules?: readonly string[]
}

/**
 * All of axe's rules run once at each width, since each shows other things; if only colours change, only the rules that
 * depend on them.
 */
const LOOKS: readonly Look[] = [
  { colours: 'light', width: 1440 },
  { colours: 'dark', width: 1440, rules: BY_LOOK },
  { colours: 'forced', width: 1440, rules: BY_LOOK },
  { colours: 'dark', width: 390 },
  { colours: 'light', width: 390, rules: BY_LOOK },
]

/** The folder for pictures of the pages; none are taken unless it is set. */
const PICTURES = process.env['PAGE_PICTURES']

/** What is wrong with a page in any look: axe's serious findings, and what extends beyond its right edge. */
export async function faultsOn(page: Page, name: string, looks = LOOKS): Promise<string[]> {
  const found: string[] = []
  for (const look of looks) found.push(...(await faultsIn(page, name, look)))
  return found
}

async function faultsIn(page: Page, name: string, { colours, width, rules }: Look): Promise<string[]> {
  await page.emulateMedia({
    colorScheme: colours === 'dark' ? 'dark' : 'light',
    forcedColors: colours === 'forced' ? 'active' : 'none',
  })
  await page.setViewportSize({ width, height: 900 })
  await takePicture(page, `${name}-${colours}-${width}`)
  const beside = await sidewaysOverflow(page)
  const sideways = beside > 0 ? [`scrolls ${beside} px sideways: ${await sticksOut(page)}`] : []
  return [...sideways, ...(await axeFindings(page, rules))].map((fault) => `${name}, ${colours} ${width}: ${fault}`)
}

/** Takes a picture for people to look at, if pictures are wanted. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  await page.screenshot({ path: `${PICTURES}/${name.replaceAll(/[^a-z0-9]+/gu, '-')}.png`, fullPage: true })
}
