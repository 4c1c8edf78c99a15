import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EvaluationStatistics, type EvaluationView } from '@cges-fleet/core'
import { pathOf, GetEvaluation, GetStatistics, SubmitEvaluation } from '@cges-fleet/core/contract'
import { demoBenchmark } from '@cges-fleet/formats'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DashboardFleet } from './dashboard-fleet.js'
import { liveViews, readEvaluationPage, type SeenEvaluation, writtenMethods } from './evaluation-page.js'
import { openTab } from './page-actions.js'
import { sidewaysOverflow } from './page-faults.js'
import { NO_BROWSER, TestBrowser, type WatchedPage } from './test-browser.js'

const METHODS = [
  'sc@16',
  'esc:window=4@16',
  'asc-beta@16',
  'cges:confidence=lns-arith,gamma=0.99@16',
  'cges:confidence=lns-geom,gamma=0.99@16',
]
const QUESTIONS = 30

describe.skipIf(NO_BROWSER !== null)(
  `the dashboard in a browser${NO_BROWSER === null ? '' : ` (${NO_BROWSER})`}`,
  () => {
    let pictures: string
    let served: DashboardFleet
    let browser: TestBrowser
    let watched: WatchedPage
    let first: EvaluationView

    const pageOf = ({ id }: Pick<EvaluationView, 'id'>) => `${served.address}/evaluations/${id}`

    beforeAll(async () => {
      pictures = mkdtempSync(join(tmpdir(), 'cges-pictures-'))
      served = await DashboardFleet.start()
      browser = await TestBrowser.open()
      watched = await browser.page()
    })

    afterAll(async () => {
      await browser.close()
      await served.stop()
      rmSync(pictures, { recursive: true, force: true })
    })

    it('tells somebody with no evaluation what to run', async () => {
      await watched.page.goto(`${served.address}/`)
      const empty = watched.page.getByTestId('empty')
      await empty.waitFor()
      expect(await empty.textContent()).toContain('cges up --demo')
      expect(await empty.textContent()).not.toContain('curl')
      await empty.getByText('A benchmark and a model step by step').click()
      await served.fleet.importBenchmark(demoBenchmark())
      // It appears by itself, once there are questions and a model to name in it.
      const request = empty.getByText(`curl -X POST ${served.address}${pathOf(SubmitEvaluation)}`)
      await request.waitFor()
      expect(await request.textContent()).toContain('{"benchmark":"demo","pool":"test"')
    })

    it('lists a new evaluation as running by itself, and opens it without loading a page', async () => {
      const { page } = watched
      await mark(page)
      first = await served.fleet.submit({ name: 'First', methods: METHODS, questions: QUESTIONS })
      const row = page.locator(`[data-evaluation="${first.id}"]`)
      await row.waitFor()
      expect(await row.getByTestId('status').textContent()).toBe('running')
      expect(await row.getByTestId('provenance').textContent()).toBe('simulated')
      await page.getByRole('link', { name: 'First' }).click()
      await page.getByRole('region', { name: 'Methods', exact: true }).waitFor()
      expect(await page.getByTestId('provenance').textContent()).toBe('simulated')
      expect([await marked(page), watched.navigations()]).toEqual([true, 1])
    })

    it('moves until final without loading, and never shows a number that later turns out to have flattered', async () => {
      const { page } = watched
      const seen: SeenEvaluation[] = []
      const saying = liveViews(`${served.address}${pathOf(GetEvaluation, { path: { id: first.id } })}`)
      for (const end = performance.now() + 180_000; performance.now() < end; await sleep(100)) {
        const now = await readEvaluationPage(page)
        if (now.version !== seen.at(-1)?.version || now.status !== seen.at(-1)?.status) seen.push(now)
        if (now.status === 'done' && now.methods.every(({ tag }) => tag === '')) break
      }
      expect([await marked(page), watched.navigations()]).toEqual([true, 1])
      expect(new Set(seen.map(({ closed }) => closed)).size).toBeGreaterThan(3)
      const running = seen.filter(({ methods }) => methods.some(({ tag }) => tag !== ''))
      expect(running.some(({ points, hollow }) => points === METHODS.length && hollow === points)).toBe(true)
      const final = await served.fleet.view(first.id)
      expect(final.status).toBe('done')
      for (const moment of running) expectHonest(moment, final)
      for (const { heights } of seen) expect(heights).toEqual(seen.at(-1)?.heights)
      const live = seen.filter(({ methods }) => methods.every(({ tag }) => tag === 'so far'))
      expect(live.length).toBeGreaterThan(3)
      for (const { panel } of live) expect(panel).not.toMatch(/95% interval|\[\d/)
      expect(seen.at(-1)?.panel).toMatch(/^(?!.*(so far|will end)).*95% interval/s)
      const said = await saying
      const compared = running.filter(({ version }) => said.has(version))
      expect(compared.length).toBeGreaterThan(3)
      for (const { version, methods } of compared) expect(methods).toEqual(writtenMethods(said.get(version)))
    })

    it('shows in the end what the API says', async () => {
      const final = await served.fleet.view(first.id)
      await expect.poll(async () => (await readEvaluationPage(watched.page)).version).toBe(final.version)
      const shown = await readEvaluationPage(watched.page)
      expect(shown.methods).toEqual(writtenMethods(final))
      expect(shown.closed).toBe(`${QUESTIONS} / ${QUESTIONS} 100%`)
      await expect.poll(async () => (await readEvaluationPage(watched.page)).points).toBe(METHODS.length)
      await openTab(watched.page, 'Run')
      expect(await watched.page.locator('dl.kpis').textContent()).toContain(`Model calls${final.samples.drawn}`)
      expect(await watched.page.getByTestId('freshness').textContent()).toBe('■ Final')
      expect(watched.errors).toEqual([])
    })

    it('judges every method against SC once all is closed, in the words of the API, and not before', async () => {
      const { page } = watched
      await page.locator('[data-delta]').first().waitFor()
      const answer = await fetch(`${served.address}${pathOf(GetStatistics, { path: { id: first.id } })}`)
      const { final } = EvaluationStatistics.parse(await answer.json())
      const words = final?.methods.flatMap(({ key, comparison }) =>
        comparison === null ? [] : [[key, comparison.judgement]],
      )
      expect(words).toHaveLength(METHODS.length - 1)
      expect(new Set(await judgedOn(page))).toEqual(new Set(words))
      await openTab(page, 'Run')
      expect(await page.getByTestId('sample-outcomes').textContent()).toContain(`${QUESTIONS * 16} samples read`)
      const second = await browser.page()
      await second.page.goto(pageOf(first))
      expect(await judgedOn(second.page)).toHaveLength(METHODS.length - 1)
      await second.page.context().close()
    })

    it('has no such evaluation under another id', async () => {
      const { page } = await browser.page()
      const response = await page.goto(`${served.address}/evaluations/no-such-id`)
      expect(response?.status()).toBe(404)
      await page.getByTestId('not-found').waitFor()
    })

    describe('while another runs', () => {
      let second: EvaluationView

      beforeAll(async () => {
        second = await served.fleet.submit({ name: 'Second, and rather long-winded', methods: METHODS })
        await served.fleet.until(second.id, ({ trials }) => trials.closed > 0)
      })

      it.each([
        ['dark', 1440],
        ['light', 390],
      ] as const)('fits a %s screen of %i px', async (colorScheme, width) => {
        const { page, errors } = await browser.page({ colorScheme, viewport: { width, height: 844 } })
        const addresses = [`${served.address}/evaluations`, pageOf(first), pageOf(second)]
        for (const [position, address] of addresses.entries()) {
          await page.goto(address)
          await page.locator('table[data-testid]').waitFor()
          await page.screenshot({ path: join(pictures, `${colorScheme}-${width}-${position}.png`), fullPage: true })
          expect(await sidewaysOverflow(page), address).toBe(0)
          if (position === 2) expect(await judgedOn(page)).toEqual([])
        }
        const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
        expect(ground).toBe(colorScheme === 'dark' ? 'rgb(14, 17, 21)' : 'rgb(245, 246, 248)')
        expect(errors).toEqual([])
        await page.context().close()
      })

      it('keeps its numbers and says how old they are when the API is gone, and goes on when it is back', async () => {
        const [list, evaluation, late] = await Promise.all([browser.page(), browser.page(), browser.page()])
        await Promise.all([list.page.goto(`${served.address}/evaluations`), evaluation.page.goto(pageOf(second))])
        const freshness = evaluation.page.getByTestId('freshness')
        await expect.poll(() => freshness.textContent(), { timeout: 90_000 }).toContain('Live')
        await served.killApi()
        const before = await readEvaluationPage(evaluation.page)
        await late.page.goto(pageOf(second))
        expect(await late.page.getByTestId('problem').textContent()).toContain('The API cannot be reached')
        await list.page.getByText('The API does not answer').waitFor()
        expect(await list.page.locator('[data-evaluation]').count()).toBe(2)
        await expect.poll(() => freshness.textContent(), { timeout: 90_000 }).toContain('Stale')
        const after = await readEvaluationPage(evaluation.page)
        expect(after.version).toBeGreaterThanOrEqual(before.version)
        expect(after.methods).toHaveLength(METHODS.length)
        await served.reviveApi()
        await expect.poll(() => freshness.textContent(), { timeout: 90_000 }).toMatch(/Live|Delayed|Final/)
        const { errors } = evaluation
        expect(errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
      })
    })

    it('asks nobody but this machine', () => {
      expect([...browser.asked]).toEqual([new URL(served.address).host])
    })
  },
)

/** Leaves a mark that only this loaded page has: loading another page, or this one again, loses it. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { marked: true }))
}

/** What each method is said to differ by from its baseline. */
function judgedOn(page: Page): Promise<string[][]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-delta]')].map((row) => [
      row.dataset['delta'] ?? '',
      row.querySelector<HTMLElement>('[data-judgement]')?.dataset['judgement'] ?? '',
    ]),
  )
}

function marked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'marked' in globalThis)
}

/**
 * A running method shows no figure without its predicted final range; that range, and the bounds, contain the final
 * figure.
 */
function expectHonest({ lead, methods }: SeenEvaluation, final: EvaluationView): void {
  const running = methods.filter(({ tag, beside }) => tag !== '' && !beside.startsWith('['))
  expect(lead).toMatch(/^(No question|Interim: )/)
  for (const { key, beside } of running) {
    const value = 100 * (final.methods.find((each) => each.key === key)?.accuracy?.value ?? Number.NaN)
    const [low, high] = beside.match(/\d+\.\d/g)?.map(Number) ?? []
    expect(low, beside).toBeLessThanOrEqual(value + 0.05)
    expect(high, beside).toBeGreaterThanOrEqual(value - 0.05)
  }
}
