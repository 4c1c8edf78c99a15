import { type SeededRandom, seededRandom } from '@cges-fleet/methods'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cut, CuttingProxy, drawCut } from './cutting-proxy.js'
import { DashboardFleet } from './dashboard-fleet.js'
import { readEvaluationPage } from './read-evaluation-page.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'
import { writtenMethods } from './written-methods.js'

/** The least number of cuts; by default what one evaluation gives in a suite, `STREAM_CUTS=200` for a separate run. */
const CUTS = Number(process.env['STREAM_CUTS'] ?? 15)
const SEED = process.env['STREAM_CUTS_SEED'] ?? 'stream cuts'
/** Pages at once. After three failures in a minute a page polls instead of listening, so no page is cut more often. */
const PAGES = 7
const CUTS_A_PAGE = 3
const QUESTIONS = 40
const METHODS = ['sc@16', 'asc-beta@16', 'cges:confidence=lns-arith,gamma=0.99@16']

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the page of an evaluation whose stream is cut', () => {
  let served: DashboardFleet
  let browser: TestBrowser

  beforeAll(async () => {
    served = await DashboardFleet.start()
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  it(`says in the end what the API says, and never went back: ${CUTS} cuts`, { timeout: 20_000 * CUTS }, async () => {
    const random = seededRandom(SEED)
    const made: Cut[] = []
    for (let rounds = 0; made.length < CUTS && rounds < CUTS; rounds += 1) {
      made.push(...(await watchCut(random)))
      if (CUTS > PAGES * CUTS_A_PAGE) console.log(`${made.length} of ${CUTS} cuts`)
    }
    expect(made.length).toBeGreaterThanOrEqual(CUTS)
    expect(new Set(made.map(({ manner }) => manner)).size).toBeGreaterThan(3)
  })

  /** Watches one evaluation on several pages while their streams are cut; returns the cuts that were made. */
  async function watchCut(random: SeededRandom): Promise<readonly Cut[]> {
    const { id } = await served.fleet.submit({ methods: METHODS, questions: QUESTIONS, seed: random.int(0, 1e6) })
    const watching = await Promise.all(
      Array.from({ length: PAGES }, async () => {
        const cuts = Array.from({ length: CUTS_A_PAGE }, (_, at) => drawCut(random, at === CUTS_A_PAGE - 1))
        const proxy = await CuttingProxy.before(served.address, cuts)
        const { page, errors } = await browser.page()
        await noteVersions(page)
        await page.goto(`${proxy.address}/evaluations/${id}`, { waitUntil: 'commit' })
        return { proxy, page, errors }
      }),
    )
    const final = await served.fleet.ended(id)
    const shown = {
      version: final.version,
      status: final.status,
      closed: `${QUESTIONS} / ${QUESTIONS} 100%`,
      methods: writtenMethods(final),
    }
    for (const { proxy, page, errors } of watching) {
      const made = JSON.stringify(proxy.made)
      await expect.poll(() => readEvaluationPage(page), { timeout: 60_000, message: made }).toMatchObject(shown)
      await expect.poll(() => page.getByTestId('freshness').textContent(), { message: made }).toBe('■ Final')
      const versions = await versionsOn(page)
      expect(versions, made).toEqual(versions.toSorted((one, other) => one - other))
      expect(errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
      await page.context().close()
      await proxy.close()
    }
    return watching.flatMap(({ proxy }) => proxy.made)
  }
})

/** Lets a page record every version that it shows. */
function noteVersions(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const versions: number[] = []
    Object.assign(globalThis, { versions })
    const note = () => {
      const version = document.querySelector('article')?.dataset['version']
      if (version !== undefined && Number(version) !== versions.at(-1)) versions.push(Number(version))
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributeFilter: ['data-version'] })
  })
}

function versionsOn(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => (globalThis as unknown as { versions: number[] }).versions)
}
