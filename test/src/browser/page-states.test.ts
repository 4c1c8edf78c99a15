import { AddVerdicts, pathOf } from '@cges-fleet/core/contract'
import { type DataSource, ensurePool, heartbeat, LOCAL_TEAM, newId, pausePool } from '@cges-fleet/db'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { haltedEvaluations } from '../support/halted-evaluations.js'
import { drawn, otherTeam, POOL, questions, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import {
  externalVerdicts,
  QUESTIONED_METHODS,
  questionedEvaluation,
  settledEvaluation,
} from '../support/made-evaluations.js'
import { dashboardFor } from './dashboard-server.js'
import { belowFirstScreen, besidePhone } from './first-screen.js'
import { faultsInMedia, faultsOn, onWalls, TWO_LOOKS } from './page-looks.js'
import { allPages, FIRST_RUN, keptFresh, PAUSED_POOL, type PageState, pageStates, type Shown } from './page-states.js'
import { shareLink } from './share-link.js'
import { SwitchableApi } from './switchable-api.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'
import { IS_AT_LENGTH } from '../support/repetitions.js'

/** Every state at length; otherwise each page as it ends and an evaluation in every state. */
function lookedAt(states: readonly PageState[]): PageState[] {
  return states.filter(({ page, state }) => IS_AT_LENGTH || state === 'final' || page === 'evaluation')
}

/** All looks at length; otherwise one of the two that differ most, in turn. */
const looksAt = ({ looks }: Pick<PageState, 'looks'>, at: number) => (IS_AT_LENGTH ? looks : inTurn(at))

const inTurn = (at: number) => (IS_AT_LENGTH ? undefined : TWO_LOOKS.slice(at % 2, (at % 2) + 1))

/** Every page at length, otherwise every third. */
const inPart = <T>(pages: readonly T[]): readonly T[] => pages.filter((_, at) => IS_AT_LENGTH || at % 3 === 0)

interface Opened {
  readonly page: string
  readonly shown: Page
  readonly note: Locator
}

const isStale = (note: Locator) => note.isVisible()
const isFresh = async (note: Locator) => !(await note.isVisible())
const asksToSignIn = async (note: Locator) =>
  ((await note.textContent()) ?? '').includes('This page cannot update: Sign in first')

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
  async function faultsOf(each: PageState, at: number): Promise<string[]> {
    const { page: name, state, path, seen, manner = 'itself' } = each
    switchable.turn(manner)
    const { page, errors } = await browser.page({ reducedMotion: 'reduce' })
    // A page whose statistics never arrive never finishes loading.
    await page.goto(`${dashboard}${path}`, { waitUntil: manner === 'slow' ? 'commit' : 'load' })
    const found: string[] = []
    await page
      .locator(seen)
      .first()
      .waitFor({ timeout: 90_000 })
      .catch(() => found.push(`nothing is ${seen}`))
    found.push(...(await faultsOn(page, `${name}, ${state}`, looksAt(each, at))))
    found.push(...(await besidePhone(page)))
    if (name === 'evaluation') found.push(...(await belowFirstScreen(page, `${name}-${state}`, seen)))
    if (state === 'final') found.push(...(await faultsInMedia(page, name)))
    const own = errors.filter((error) => !error.startsWith('Failed to load resource'))
    await page.context().close()
    return [...found, ...own].map((fault) => `${name}, ${state}: ${fault}`)
  }

  it('before anything was submitted', async () => {
    const faults: string[] = []
    for (const [at, each] of FIRST_RUN.entries()) faults.push(...(await faultsOf(each, at)))
    expect(faults).toEqual([])
  })

  describe('with evaluations', () => {
    let shown: Shown

    beforeAll(async () => {
      switchable.turn('itself')
      const { db } = api()
      const settled = await settledEvaluation(db)
      await api().post(pathOf(AddVerdicts, { path: { id: settled } }), externalVerdicts(60))
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
      await ensurePool(db, PAUSED_POOL, { model: 'm', provenance: 'simulated' })
      await busyPool(db, PAUSED_POOL)
      const operator = { team: LOCAL_TEAM, name: 'Ada Lovelace', actor: 'Ada Lovelace' }
      await pausePool(db, PAUSED_POOL, { ...operator, reason: 'New weights: back on Monday at noon.' })
      const halted = await haltedEvaluations(db)
      const links = {
        evaluation: await shareLink(api(), { kind: 'evaluation', evaluation: settled }),
        suite: await shareLink(api(), { kind: 'suite', suite: 'halted' }),
        comparison: await shareLink(api(), { kind: 'comparison', evaluations: [settled, done] }),
      }
      shown = { done, live, young, settled, others, halted, links }
    })

    it(
      'has nothing for axe to find, fits a phone and a first screen, and writes no error',
      { timeout: 1_800_000 },
      async () => {
        const faults: string[] = []
        for (const [at, each] of lookedAt(pageStates(shown)).entries()) faults.push(...(await faultsOf(each, at)))
        expect(faults).toEqual([])
      },
    )

    it(
      'says of when its numbers are while the API is away, fails or is stuck under it',
      { timeout: 600_000 },
      async () => {
        switchable.turn('itself')
        const opened = await Promise.all(
          inPart(keptFresh(shown)).map(async (each) => {
            const { page } = await browser.page()
            await page.clock.install()
            await page.goto(`${dashboard}${each.path}`)
            return { ...each, shown: page, note: page.locator(each.seen) }
          }),
        )
        const faults: string[] = []
        switchable.turn('away')
        await untilEach(opened, isStale)
        for (const [at, { page, shown }] of opened.entries())
          faults.push(...(await faultsOn(shown, `${page}, stale`, inTurn(at))))
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
      { timeout: 600_000 },
      async () => {
        switchable.turn('itself')
        const { page } = await browser.page()
        await page.goto(`${dashboard}/settings/preferences`)
        switchable.turn('stuck')
        const faults: string[] = []
        for (const [at, { page: name, path }] of inPart(allPages(shown)).entries()) {
          await page.evaluate(goTo, path)
          const awaited = page.getByTestId('awaited')
          await awaited.waitFor()
          const { height } = (await awaited.boundingBox()) ?? { height: 0 }
          if (height < 850) faults.push(`${name}: what is awaited has ${height} px`)
          faults.push(...(await faultsOn(page, `${name}, loading`, inTurn(at))))
        }
        switchable.turn('itself')
        await page.getByTestId('awaited').waitFor({ state: 'detached' })
        await page.context().setOffline(true)
        await page.getByTestId('offline').waitFor()
        faults.push(...(await faultsOn(page, 'suite, offline', inTurn(0))))
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

const SLOTS = 16
/** Of the hour before now; the queue grows, is drawn down by a second worker, and grows again. */
const POINTS = 360

/** Notes an hour of a pool that two teams share: workers that are well, not ready and silent, and a queue that comes and goes. */
async function busyPool(db: DataSource, pool: string): Promise<void> {
  const other = await otherTeam(db)
  const well = newId()
  const sick = newId()
  const silent = newId()
  const worker = { pool, slots: SLOTS, engine: 'vLLM 0.11.0', reason: null, ready: true }
  await heartbeat(db, { ...worker, id: well })
  await heartbeat(db, { ...worker, id: sick, ready: false, reason: 'the model server answers 503: it loads the model' })
  await heartbeat(db, { ...worker, id: silent })
  await db.query(`UPDATE worker SET heartbeat_at = now() - interval '80 seconds' WHERE id = $1`, [silent])
  await db.query(POOL_POINTS, [pool, SLOTS, POINTS])
  await db.query(TEAM_POINTS, [pool, LOCAL_TEAM, other])
  await db.query(WORKER_POINTS, [pool, SLOTS, [well, sick, silent]])
}

/** Of 40 places of waits some twenty calls each, shifted to longer waits as the queue grows. */
const WAITS = `ARRAY(SELECT CASE WHEN abs(place - 10 - waiting / 8) < 3 THEN 4 ELSE 0 END FROM generate_series(0, 39) place)`

const POOL_POINTS = `
INSERT INTO pool_point (pool, step, at, notes, known, ready, slots, active, waiting, backlog, usable, tokens, oldest_ms, waits)
SELECT $1, 10, at, 1, 3, ready, ready * $2::int, least(ready * $2::int, 6 + waiting), waiting, 40 * waiting, 5 * waiting,
       2000 * ready, 250 * waiting, ${WAITS}
FROM (
  SELECT date_bin('10 seconds', now(), 'epoch') - n * interval '10 seconds' AS at,
         CASE WHEN n BETWEEN 100 AND 220 THEN 2 ELSE 1 END AS ready, abs((n * 7) % 140 - 70) AS waiting
  FROM generate_series(1, $3::int) n
) p`

const TEAM_POINTS = `
INSERT INTO team_point (pool, step, at, team_id, notes, active, waiting, backlog, entitled, oldest_ms, waits)
SELECT p.pool, p.step, p.at, t.id, 1, ceil(p.active * t.share), ceil(p.waiting * t.share), ceil(p.backlog * t.share),
       p.active / 2.0, p.oldest_ms * t.share, p.waits
FROM pool_point p, (VALUES ($2::uuid, .7), ($3::uuid, .3)) AS t (id, share) WHERE p.pool = $1 AND p.step = 10`

const WORKER_POINTS = `
INSERT INTO worker_point (pool, step, at, worker_id, notes, slots, active, tokens)
SELECT p.pool, p.step, p.at, w.id, 1, $2::int, greatest(0, least($2::int, p.active - $2::int * (w.nth - 1))), p.tokens / p.ready
FROM pool_point p, unnest($3::uuid[]) WITH ORDINALITY AS w (id, nth)
WHERE p.pool = $1 AND p.step = 10 AND w.nth <= p.ready`
