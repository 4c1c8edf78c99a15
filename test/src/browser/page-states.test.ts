import type { ChildProcess } from 'node:child_process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AddVerdicts, pathOf } from '@cges-fleet/core/contract'
import { useApi } from '../api/use-api.js'
import { busyPool } from '../support/busy-pool.js'
import { drawn, POOL, questions, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/land-all.js'
import { QUESTIONED_METHODS, questionedEvaluation } from '../support/questioned-evaluation.js'
import { ownVerdicts, settledEvaluation } from '../support/settled-evaluation.js'
import { axeFindings } from './axe-findings.js'
import { end, startDashboardServer } from './dashboard-server.js'
import { allPages, FIRST_RUN, type PageState, pageStates, type Shown } from './page-states.js'
import { sidewaysOverflow, sticksOut } from './sideways-overflow.js'
import { SwitchableApi } from './switchable-api.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

/** What axe finds goes by the colours or by the width: it looks at each once. */
const LOOKS = [
  ['light', 1440, 'axe'],
  ['dark', 1440, ''],
  ['dark', 390, 'axe'],
  ['light', 390, ''],
] as const

/** Where pictures go of what was looked at; nowhere unless given. */
const PICTURES = process.env['PAGE_PICTURES'] // oxlint-disable-line node/no-process-env -- for whoever looks

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'every page in every state, light and dark, wide and narrow', () => {
  const api = useApi()
  let switchable: SwitchableApi
  let dashboard: { process: ChildProcess; address: string }
  let browser: TestBrowser

  beforeAll(async () => {
    switchable = await SwitchableApi.before(api().url)
    dashboard = await startDashboardServer(switchable.url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
    if (dashboard !== undefined) await end(dashboard.process)
    await switchable?.close()
  })

  /** Opens it in each look, and lists what is wrong with any. */
  async function faultsOf({ page: name, state, path, seen, manner = 'itself' }: PageState): Promise<string[]> {
    switchable.turn(manner)
    const { page, errors } = await browser.page()
    // A page whose statistics never come never has loaded.
    await page.goto(`${dashboard.address}${path}`, { waitUntil: manner === 'slow' ? 'commit' : 'load' })
    const found: string[] = []
    await page
      .locator(seen)
      .first()
      .waitFor()
      .catch(() => found.push(`nothing is ${seen}`))
    for (const look of LOOKS) found.push(...(await faultsIn(page, { look, name, state })))
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
      const { db } = api()
      switchable.turn('itself')
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
      await busyPool(db, POOL)
      shown = { done, live, young, settled }
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

    it('nor when the API has gone away under it', async () => {
      switchable.turn('itself')
      const evaluation = await browser.page()
      const list = await browser.page()
      await evaluation.page.goto(`${dashboard.address}/evaluations/${shown.live}`)
      await list.page.goto(`${dashboard.address}/evaluations`)
      const freshness = evaluation.page.getByTestId('freshness')
      await expect.poll(() => freshness.textContent(), { timeout: 20_000 }).toContain('Live')
      switchable.turn('away')
      await list.page.getByText('The API does not answer').waitFor()
      await expect.poll(() => freshness.textContent(), { timeout: 40_000 }).toContain('Stale')
      const faults: string[] = []
      for (const [name, { page }] of Object.entries({ evaluation, list })) {
        for (const look of LOOKS) faults.push(...(await faultsIn(page, { look, name, state: 'stale' })))
        await page.context().close()
      }
      expect(faults).toEqual([])
    })

    it('nor while the next page is awaited, whose room is kept, or offline', { timeout: 300_000 }, async () => {
      switchable.turn('itself')
      const { page } = await browser.page()
      await page.goto(`${dashboard.address}/settings/preferences`)
      switchable.turn('stuck')
      const faults: string[] = []
      for (const { page: name, path } of allPages(shown)) {
        await page.evaluate(goTo, path)
        const awaited = page.getByTestId('awaited')
        await awaited.waitFor()
        const { height } = (await awaited.boundingBox()) ?? { height: 0 }
        if (height < 850) faults.push(`${name}: what is awaited has ${height} px`)
        for (const look of LOOKS) faults.push(...(await faultsIn(page, { look, name, state: 'loading' })))
      }
      switchable.turn('itself')
      await page.getByTestId('awaited').waitFor({ state: 'detached' })
      await page.context().setOffline(true)
      await page.getByTestId('offline').waitFor()
      for (const look of LOOKS) faults.push(...(await faultsIn(page, { look, name: 'suite', state: 'offline' })))
      await page.context().setOffline(false)
      await page.getByTestId('offline').waitFor({ state: 'detached' })
      await page.context().close()
      expect(faults).toEqual([])
    })
  })
})

/** Goes to a page as its links and keys do. */
function goTo(path: string): void {
  const { next } = globalThis as unknown as { next: { router: { push: (path: string) => void } } }
  next.router.push(path)
}

interface Look {
  readonly look: (typeof LOOKS)[number]
  readonly name: string
  readonly state: string
}

async function faultsIn(page: Page, { look: [colorScheme, width, axe], name, state }: Look): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
  if (PICTURES !== undefined) {
    await page.screenshot({ path: `${PICTURES}/${name}-${state}-${colorScheme}-${width}.png`, fullPage: true })
  }
  const beside = await sidewaysOverflow(page)
  const sideways = beside > 0 ? [`scrolls ${beside} px sideways: ${await sticksOut(page)}`] : []
  return [...sideways, ...(axe === '' ? [] : await axeFindings(page))].map(
    (fault) => `${colorScheme} ${width}: ${fault}`,
  )
}
