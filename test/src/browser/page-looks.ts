import type { Page } from 'playwright-core'
import { axeFindings, BY_LOOK, sidewaysOverflow, sticksOut } from './page-faults.js'
import { IS_AT_LENGTH } from '../support/repetitions.js'
import type { Shown } from './page-states.js'

/** How a user sees a page. */
export interface Look {
  readonly colours: 'light' | 'dark' | 'forced'
  readonly width: number
  readonly rules?: readonly string[]
}

/**
 * All of axe's rules run once at each width, since each shows other things; if only colours change, only the rules that
 * depend on them.
 */
const FOUR_LOOKS: readonly Look[] = [
  { colours: 'light', width: 1440 },
  { colours: 'dark', width: 1440, rules: BY_LOOK },
  { colours: 'dark', width: 390 },
  { colours: 'light', width: 390, rules: BY_LOOK },
]
const LOOKS: readonly Look[] = [...FOUR_LOOKS, { colours: 'forced', width: 1440, rules: BY_LOOK }]

/** Enough for a state whose parts are seen in all looks on other pages. */
export const TWO_LOOKS: readonly Look[] = [
  { colours: 'light', width: 1440 },
  { colours: 'dark', width: 390 },
]

/** For what a page becomes under somebody's hands; pages as they open are seen in all looks. */
export const SCREENS = IS_AT_LENGTH ? FOUR_LOOKS : TWO_LOOKS

/** The folder for pictures of the pages; none are taken unless it is set. */
const PICTURES = process.env['PAGE_PICTURES']

/** What is wrong with a page in any look, axe's findings and what extends beyond its right edge; ends with the first. */
export async function faultsOn(page: Page, name: string, looks = LOOKS): Promise<string[]> {
  const found: string[] = []
  for (const look of looks) found.push(...(await faultsIn(page, name, look)))
  const [first] = looks
  if (first !== undefined) await show(page, first)
  return found
}

async function faultsIn(page: Page, name: string, { colours, width, rules }: Look): Promise<string[]> {
  await show(page, { colours, width })
  await takePicture(page, `${name}-${colours}-${width}`)
  const overflow = await sidewaysOverflow(page)
  const sideways = overflow > 0 ? [`scrolls ${overflow} px sideways: ${await sticksOut(page)}`] : []
  return [...sideways, ...(await axeFindings(page, rules))].map((fault) => `${name}, ${colours} ${width}: ${fault}`)
}

async function show(page: Page, { colours, width }: Look): Promise<void> {
  await page.emulateMedia({
    colorScheme: colours === 'dark' ? 'dark' : 'light',
    forcedColors: colours === 'forced' ? 'active' : 'none',
  })
  await page.setViewportSize({ width, height: 900 })
}

/** Takes a picture for people to look at, if pictures are wanted. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  await page.screenshot({ path: `${PICTURES}/${name.replaceAll(/[^a-z0-9]+/gu, '-')}.png`, fullPage: true })
}

/** The space that A4 has between its margins, in CSS pixels. */
const PAPER = { width: 718, height: 1000 }
const WALL = { width: 2560, height: 1440 }

/** Pages with forms to fill in: on paper they are printed too, not hidden. */
const FORMS = ['new', 'team', 'preferences', 'sign-in']

/** What of a page is lost on paper or in forced colours, or moves although reduced motion is requested. */
export async function faultsInMedia(page: Page, name: string): Promise<string[]> {
  const moving = await page.evaluate(listMoving)
  await page.evaluate(noteColoured)
  await page.emulateMedia({ forcedColors: 'active' })
  const lost = await page.evaluate(listLost)
  await page.emulateMedia({ forcedColors: 'none', media: 'print', colorScheme: 'dark' })
  await page.setViewportSize(PAPER)
  await takePicture(page, `${name}-final-paper`)
  const overflow = await sidewaysOverflow(page)
  const sideways = overflow > 0 ? [`on paper ${overflow} px are beside it: ${await sticksOut(page)}`] : []
  const cut = await page.evaluate(listCut)
  const controls = FORMS.includes(name) ? [] : await page.evaluate(listControls)
  return [...moving, ...lost, ...sideways, ...cut, ...controls]
}

function listMoving(): string[] {
  return [...document.querySelectorAll('*')]
    .filter((of) => {
      const { transitionDuration, animationName } = getComputedStyle(of)
      return animationName !== 'none' || transitionDuration.split(', ').some((each) => Number.parseFloat(each) > 0)
    })
    .map((of) => `moves: ${of.getAttribute('class') ?? of.tagName}`)
}

/** Records in the page which of its boxes convey something by colour alone. */
function noteColoured(): void {
  const coloured = [...document.querySelectorAll<HTMLElement>('main :is(span, div, i, b)')].filter(
    (each) =>
      each.childNodes.length === 0 &&
      each.offsetWidth > 0 &&
      each.checkVisibility() &&
      getComputedStyle(each).backgroundColor !== 'rgba(0, 0, 0, 0)',
  )
  Object.assign(globalThis, { coloured })
}

function listLost(): string[] {
  const { coloured } = globalThis as unknown as { readonly coloured: readonly HTMLElement[] }
  const canvas = getComputedStyle(document.documentElement).backgroundColor
  const lost = coloured.filter((each) => {
    const { backgroundColor, backgroundImage, borderStyle } = getComputedStyle(each)
    return backgroundColor === canvas && backgroundImage === 'none' && borderStyle === 'none'
  })
  return [...new Set(lost.map((each) => `is lost in forced colours: ${each.className}`))]
}

function listCut(): string[] {
  return [...document.querySelectorAll('main :is(div, section, table, pre, ol, ul, p)')]
    .filter(
      (each) =>
        (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1) &&
        getComputedStyle(each).overflow !== 'visible' &&
        each.checkVisibility() &&
        !each.matches('.sr-only'),
    )
    .map((each) => `is cut on paper: ${each.getAttribute('class') ?? each.tagName}`)
}

function listControls(): string[] {
  return [...document.querySelectorAll('main :is(button, select, nav, input:not([type=checkbox]))')]
    .filter((each) => each.checkVisibility())
    .map((each) => `on paper has a control: ${each.getAttribute('class') ?? each.outerHTML.slice(0, 60)}`)
}

/** What is wrong on a wall-mounted screen with the pages that people would leave open there. */
export async function onWalls(page: Page, address: string, { live }: Shown): Promise<string[]> {
  await page.setViewportSize(WALL)
  const found: string[] = []
  for (const path of ['/evaluations', `/evaluations/${live}`, '/pool']) {
    await page.goto(`${address}${path}`)
    await takePicture(page, `wall-${path.replace(live, 'live')}`)
    const overflow = await sidewaysOverflow(page)
    if (overflow > 0) found.push(`${path} scrolls ${overflow} px sideways: ${await sticksOut(page)}`)
    const { width = 0 } = (await page.locator('main').boundingBox()) ?? {}
    if (width < 0.9 * WALL.width) found.push(`${path} leaves a wall empty: it is ${width} px wide`)
  }
  return found
}
