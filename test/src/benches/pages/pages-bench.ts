import { setTimeout as sleep } from 'node:timers/promises'
import { GetStatistics, FollowEvaluation, pathOf } from '@cges-fleet/core/contract'
import { LOCAL_TEAM } from '@cges-fleet/db'
import type { Page } from 'playwright-core'
import { end, type PageServer, startDashboardServer } from '../../browser/dashboard-server.js'
import { weighFirstScripts } from '../../browser/first-scripts.js'
import { shiftsOn, watchShifts } from '../../browser/layout-shifts.js'
import { endChromium, NO_BROWSER, TestBrowser } from '../../browser/test-browser.js'
import { type RunningApp, spawnApp } from '../../fleet/spawn-app.js'
import { manyEvaluations } from '../../support/many-evaluations.js'
import type { Bench, Repetition } from '../bench.js'
import { BenchStores } from '../fleet/bench-stores.js'
import { type Busy, busyDuring } from './busy-page.js'
import { startEmptyApp } from './empty-app.js'
import { LargeEvaluation, METHODS, QUESTIONS } from './large-evaluation.js'

const EVALUATIONS = 10_000
/** The rate at which a page is updated. */
const EVERY_MS = 250
/** The first statistics of so many questions and methods take minutes of processor time. */
const STATISTICS_MS = 900_000
/** Long enough for the list, which refreshes every five seconds, to do so three times. */
const FRAMES = 64
const TRIALS_A_FRAME = 20

/** What the dashboard costs a browser beside an empty Next app: scripts, long tasks, layout shifts. */
export function pagesBench(): Bench {
  return { unit: 'kB', value: 'scripts of the heaviest page', beside: 'scripts of an empty app', run: measure }
}

interface Shown {
  readonly dashboard: PageServer
  readonly empty: PageServer
  readonly browser: TestBrowser
  readonly large: LargeEvaluation
}

async function measure(): Promise<Repetition> {
  if (NO_BROWSER !== null) throw new Error(NO_BROWSER)
  const stores = await BenchStores.start('postgres')
  let api: RunningApp | undefined
  try {
    const large = await LargeEvaluation.submitted(stores.db)
    await manyEvaluations(stores.db, LOCAL_TEAM, EVALUATIONS)
    const frames = 3 * FRAMES * TRIALS_A_FRAME
    while (large.left > frames + 1000) await large.advance(Math.min(125, large.left - frames - 1000))
    api = await spawnApp('api', { DATABASE_URL: stores.postgres.url, PORT: '0', LOG_LEVEL: 'warn' })
    const empty = await startEmptyApp(api.listening)
    const dashboard = await startDashboardServer(api.listening)
    const browser = await TestBrowser.open()
    try {
      return await look({ dashboard, empty, browser, large })
    } finally {
      await endChromium()
      await end(dashboard.process)
      await empty.stop()
    }
  } finally {
    await api?.kill('SIGKILL')
    await stores.stop()
  }
}

async function look(shown: Shown): Promise<Repetition> {
  const { dashboard, empty, large } = shown
  const one = `/evaluations/${large.id}`
  const stream = `/stream?of=${encodeURIComponent(pathOf(FollowEvaluation, { path: { id: large.id } }))}`
  const onEmpty = await busyOn(shown, 'empty', empty.address + stream)
  const onEvaluation = await busyOn(shown, 'evaluation', dashboard.address + one)
  const onList = await busyOn(shown, 'list', `${dashboard.address}/evaluations`)
  const [wide, narrow] = await untilFinal(shown, dashboard.address + one)
  const paths = [
    one,
    `${one}/signals`,
    `${one}/questions`,
    `${one}/questions/17?i=2`,
    '/evaluations',
    '/evaluations/new',
    '/pool',
  ]
  const weights = await Promise.all(
    [...paths, `/compare?evaluations=${large.id}`, '/settings', '/settings/preferences'].map(async (path) => {
      return [path.replace(large.id, 'ID'), (await weighFirstScripts(dashboard.address, path)) / 1000] as const
    }),
  )
  console.log(weights.map(([path, kB]) => `${path} ${kB.toFixed(1)} kB`).join(', '))
  return {
    value: Math.max(...weights.map(([, kB]) => kB)),
    beside: (await weighFirstScripts(empty.address, '/')) / 1000,
    also: {
      questions: QUESTIONS,
      methods: METHODS.length,
      listed: EVALUATIONS,
      ...named('empty', onEmpty),
      ...named('evaluation', onEvaluation),
      ...named('list', onList),
      shiftWide: wide,
      shiftNarrow: narrow,
    },
  }
}

function named(name: string, busy: Busy): Record<string, number> {
  return {
    [`${name}LongTasks`]: busy.longTasks,
    [`${name}LongestMs`]: busy.longestMs,
    [`${name}OwnLongTasks`]: busy.ownLongTasks,
    [`${name}OwnLongestMs`]: busy.ownLongestMs,
    [`${name}BusyMsPerSecond`]: busy.taskMsPerSecond,
  }
}

/** Lets rounds change the evaluation at a screen's rate while a page is open. */
async function busyOn({ browser, large }: Shown, name: string, address: string): Promise<Busy> {
  const { page } = await browser.page()
  await page.goto(address)
  await sleep(3_000)
  const busy = await busyDuring(page, name, async () => {
    for (let frame = 0; frame < FRAMES; frame += 1) {
      await Promise.all([large.advance(TRIALS_A_FRAME), sleep(EVERY_MS)])
    }
  })
  await page.context().close()
  return busy
}

/** How far the evaluation's page shifts from live to final, on a wide and on a narrow screen. */
async function untilFinal({ browser, large, dashboard }: Shown, address: string): Promise<readonly [number, number]> {
  const open = async (width: number): Promise<Page> => {
    const { page } = await browser.page({ viewport: { width, height: 900 } })
    await watchShifts(page)
    await page.goto(address)
    await page.getByTestId('lead').waitFor()
    return page
  }
  const [wide, narrow] = [await open(1440), await open(390)]
  while (!(await large.isDone())) await large.advance(125)
  const statistics = pathOf(GetStatistics, { path: { id: large.id } })
  while (!(await fetch(dashboard.address + statistics)).ok) await sleep(500)
  for (const page of [wide, narrow]) await page.locator('[data-delta]').first().waitFor({ timeout: STATISTICS_MS })
  await sleep(2_000)
  return [await shiftOf('wide', wide), await shiftOf('narrow', narrow)]
}

/** The total layout shift of a page; prints what moved, one line each. */
async function shiftOf(name: string, page: Page): Promise<number> {
  const { sum, seen } = await shiftsOn(page)
  for (const line of seen) console.log(`  ${name}: moved ${line}`)
  return sum
}
