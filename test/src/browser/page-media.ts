import type { Page } from 'playwright-core'
import { takePicture } from './looks.js'
import type { Shown } from './page-states.js'
import { sidewaysOverflow, sticksOut } from './sideways-overflow.js'

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
  const beside = await sidewaysOverflow(page)
  const sideways = beside > 0 ? [`on paper ${beside} px are beside it: ${await sticksOut(page)}`] : []
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
    const beside = await sidewaysOverflow(page)
    if (beside > 0) found.push(`${path} scrolls ${beside} px sideways: ${await sticksOut(page)}`)
    const { width = 0 } = (await page.locator('main').boundingBox()) ?? {}
    if (width < 0.9 * WALL.width) found.push(`${path} leaves a wall empty: it is ${width} px wide`)
  }
  return found
}
