import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AddVerdicts, pathOf } from '@cges-fleet/core/contract'
import { useApi } from '../api/use-api.js'
import { busyPool } from '../support/busy-pool.js'
import { drawn, otherTeam, POOL, questions, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/land-all.js'
import { QUESTIONED_METHODS, questionedEvaluation } from '../support/questioned-evaluation.js'
import { ownVerdicts, settledEvaluation } from '../support/settled-evaluation.js'
import { faultsOn } from './looks.js'
import { allPages, FIRST_RUN, keptFresh, type PageState, pageStates, type Shown } from './page-states.js'
import { faultsInMedia, onWalls } from './page-media.js'
import { dashboardFor } from './shared-dashboard.js'
import { SwitchableApi } from './switchable-api.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

interface Opened {
  readonly page: string
  readonly shown: Page
  readonly note: Locator
}

const isStale = (note: Locator) => note.isVisible()
const isFresh = async (note: Locator) => !(await note.isVisible())
const asksToSignIn = async (note: Locator) =>
  ((await note.textContent()) ?? '').includes('It cannot be read again: Sign in first')

/** Waits until every page's note is as expected; half a minute passes for each that is not there yet. */
async function untilEach(opened: readonly Opened[], isThere: (note: Locator) => Promise<boolean>): Promise<void> {
  const waiting = async () => {
    const there = await Promise.all(opened.map(({ note }) => isThere(note)))
    const left = opened.filter((_, at) => there[at] !== true)
    await Promise.all(left.map(({ shown }) => shown.clock.fastForward(31_000)))
    return left.map(({ page }) => page)
  }
  await expect.poll(waiting, { interval: 2_000, timeout: 90_000 }).toEqual([])
}

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'every page in every state and look', () => {
  const api = useApi()
  let switchable: SwitchableApi
  let dashboard: string
  let browser: TestBrowser

  beforeAll(async () => {
    switchable = await SwitchableApi.before(api().url)
    dashboard = await dashboardFor(switchable.url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
    await switchable?.close()
  })

  /** Opens a state in each look, and lists what is wrong in any. */
  async function faultsOf({ page: name, state, path, seen, manner = 'itself' }: PageState): Promise<string[]> {
    switchable.turn(manner)
    const { page, errors } = await browser.page({ reducedMotion: 'reduce' })
    // A page whose statistics never arrive never finishes loading.
    await page.goto(`${dashboard}${path}`, { waitUntil: manner === 'slow' ? 'commit' : 'load' })
    const found: string[] = []
    await page
      .locator(seen)
      .first()
      .waitFor({ timeout: 10_000 })
      .catch(() => found.push(`nothing is ${seen}`))
    found.push(...(await faultsOn(page, `${name}, ${state}`)))
    if (state === 'final') found.push(...(await faultsInMedia(page, name)))
    const own = errors.filter((error) => !error.startsWith('Failed to load resource'))
    await page.context().close()
    return [...found, ...own].map((fault) => `${name}, ${state}: ${fault}`)
  }

  it('before anything was submitted', async () => {
    const faults: string[] = []
    for (const each of FIRST_RUN) faults.push(...(await faultsOf(each)))
    expect(faults).toEqual([])
  })

  describe('with evaluations', () => {
    let shown: Shown

    beforeAll(async () => {
      switchable.turn('itself')
      const { db } = api()
      const settled = await settledEvaluation(db)
      await api().post(pathOf(AddVerdicts, { path: { id: settled } }), ownVerdicts(60))
      const done = await questionedEvaluation(db)
      const live = await submit(db, {
        methods: QUESTIONED_METHODS,
        benchmark: { name: 'lively', questions: questions(60) },
      })
      for (let times = 0; times < 3; times++) {
        await round(db, live)
        await landAll(db, ({ index }) => drawn(`${index % 3}`))
      }
      const young = await submit(db, { methods: QUESTIONED_METHODS })
      await round(db, young)
      const others = await submit(db, { team: await otherTeam(db) })
      await busyPool(db, POOL)
      shown = { done, live, young, settled, others }
    })

    it(
      'has no grave fault of access, does not scroll sideways, and writes no error',
      { timeout: 900_000 },
      async () => {
        const faults: string[] = []
        for (const each of pageStates(shown)) faults.push(...(await faultsOf(each)))
        expect(faults).toEqual([])
      },
    )

    it(
      'says of when its numbers are while the API is away, fails or is stuck under it',
      { timeout: 300_000 },
      async () => {
        switchable.turn('itself')
        const opened = await Promise.all(
          keptFresh(shown).map(async (each) => {
            const { page } = await browser.page()
            await page.clock.install()
            await page.goto(`${dashboard}${each.path}`)
            return { ...each, shown: page, note: page.locator(each.seen) }
          }),
        )
        const faults: string[] = []
        switchable.turn('away')
        await untilEach(opened, isStale)
        for (const { page, shown } of opened) faults.push(...(await faultsOn(shown, `${page}, stale`)))
        for (const manner of ['failing', 'stuck'] as const) {
          switchable.turn('itself')
          await untilEach(opened, isFresh)
          switchable.turn(manner)
          await untilEach(opened, isStale)
        }
        switchable.turn('signed out')
        const askedByThemselves = opened.filter(({ page }) => page === 'evaluations' || page === 'pool')
        await untilEach(askedByThemselves, asksToSignIn)
        for (const { shown } of opened) await shown.context().close()
        expect(faults).toEqual([])
      },
    )

    it(
      'keeps the room of the next page while it is awaited, and says it when offline',
      { timeout: 300_000 },
      async () => {
        switchable.turn('itself')
        const { page } = await browser.page()
        await page.goto(`${dashboard}/settings/preferences`)
        switchable.turn('stuck')
        const faults: string[] = []
        for (const { page: name, path } of allPages(shown)) {
          await page.evaluate(goTo, path)
          const awaited = page.getByTestId('awaited')
          await awaited.waitFor()
          const { height } = (await awaited.boundingBox()) ?? { height: 0 }
          if (height < 850) faults.push(`${name}: what is awaited has ${height} px`)
          faults.push(...(await faultsOn(page, `${name}, loading`)))
        }
        switchable.turn('itself')
        await page.getByTestId('awaited').waitFor({ state: 'detached' })
        await page.context().setOffline(true)
        await page.getByTestId('offline').waitFor()
        faults.push(...(await faultsOn(page, 'suite, offline')))
        await page.context().setOffline(false)
        await page.getByTestId('offline').waitFor({ state: 'detached' })
        await page.context().close()
        expect(faults).toEqual([])
      },
    )

    it('fills a wall', async () => {
      switchable.turn('itself')
      const { page } = await browser.page()
      expect(await onWalls(page, dashboard, shown)).toEqual([])
      await page.context().close()
    })
  })
})

/** Navigates to a page as the app's links and keys do. */
function goTo(path: string): void {
  const { next } = globalThis as unknown as { next: { router: { push: (path: string) => void } } }
  next.router.push(path)
}
