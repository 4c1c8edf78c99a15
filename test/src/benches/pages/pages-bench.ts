import { setTimeout as sleep } from 'node:timers/promises'
import { FollowEvaluation, GetStatistics, pathOf } from '@cges-fleet/core/contract'
import { LOCAL_TEAM } from '@cges-fleet/db'
import type { Page } from 'playwright-core'
import { end, type PageServer, startDashboardServer } from '../../browser/dashboard-server.js'
import { shiftsOn, watchShifts, weighFirstScripts } from '../../browser/page-faults.js'
import { endChromium, NO_BROWSER, TestBrowser } from '../../browser/test-browser.js'
import { type RunningApp, spawnApp } from '../../fleet/spawn-app.js'
import { manyEvaluations } from '../../support/large-evaluations.js'
import type { Bench, Repetition } from '../bench.js'
import { BenchStores } from '../fleet/bench-fleet.js'
import { LargeEvaluation, METHODS, QUESTIONS, startEmptyApp } from './measured-pages.js'
import { slide, type Slid } from './slide-frames.js'

const EVALUATIONS = 10_000
/** The rate at which a page is updated. */
const EVERY_MS = 250
/** The first statistics of so many questions and methods take minutes of processor time. */
const STATISTICS_MS = 900_000
/** Long enough for the list, which refreshes every five seconds, to do so three times. */
const FRAMES = 64
const TRIALS_PER_SNAPSHOT = 20

/** What the dashboard costs a browser beside an empty Next app: scripts, long tasks, layout shifts. */
export function pagesBench(): Bench {
  return { unit: 'kB', value: 'scripts of the heaviest page', reference: 'scripts of an empty app', run: measure }
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
    const frames = 3 * FRAMES * TRIALS_PER_SNAPSHOT
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
  const { wide, narrow, slid } = await untilFinal(shown, dashboard.address + one)
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
    reference: (await weighFirstScripts(empty.address, '/')) / 1000,
    also: {
      questions: QUESTIONS,
      methods: METHODS.length,
      listed: EVALUATIONS,
      ...named('empty', onEmpty),
      ...named('evaluation', onEvaluation),
      ...named('list', onList),
      shiftWide: wide,
      shiftNarrow: narrow,
      slideMedianMs: slid.medianMs,
      slideP95Ms: slid.p95Ms,
    },
  }
}

function named(name: string, busy: Busy): Record<string, number> {
  return {
    [`${name}LongTasks`]: busy.longTasks,
    [`${name}LongestMs`]: busy.longestMs,
    [`${name}OwnLongTasks`]: busy.longCpuTasks,
    [`${name}OwnLongestMs`]: busy.longestCpuMs,
    [`${name}BusyMsPerSecond`]: busy.taskMsPerSecond,
  }
}

/** Lets rounds change the evaluation at a screen's rate while a page is open. */
async function busyOn({ browser, large }: Shown, name: string, address: string): Promise<Busy> {
  const { page } = await browser.page()
  await page.goto(address)
  await sleep(3_000)
  const busy = await busyDuring(page, name, async () => {
    for (let snapshot = 0; snapshot < FRAMES; snapshot += 1) {
      await Promise.all([large.advance(TRIALS_PER_SNAPSHOT), sleep(EVERY_MS)])
    }
  })
  await page.context().close()
  return busy
}

interface Final {
  readonly wide: number
  readonly narrow: number
  readonly slid: Slid
}

/** How far the evaluation's page shifts from live to final, on a wide and on a narrow screen; then how fast its setting slides. */
async function untilFinal({ browser, large, dashboard }: Shown, address: string): Promise<Final> {
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
  const shifts = { wide: await shiftOf('wide', wide), narrow: await shiftOf('narrow', narrow) }
  return { ...shifts, slid: await slide(wide) }
}

/** The total layout shift of a page; prints what moved, one line each. */
async function shiftOf(name: string, page: Page): Promise<number> {
  const { sum, seen } = await shiftsOn(page)
  for (const line of seen) console.log(`  ${name}: moved ${line}`)
  return sum
}

/** How busy a page's main thread was over a time. */
interface Busy {
  /** Tasks of more than 50 ms, which a user would notice. */
  readonly longTasks: number
  readonly longestMs: number
  /**
   * Those that used more than 50 ms of processor time themselves: the others waited while the machine did other work.
   */
  readonly longCpuTasks: number
  readonly longestCpuMs: number
  /** Processor time, per second. */
  readonly taskMsPerSecond: number
}

const LONG_MS = 50
/** How many of the longest tasks are reported. */
const LISTED_TASKS = 4

/** Observes a page while some work runs; reports what its longest tasks were spent on. */
async function busyDuring(page: Page, name: string, work: () => Promise<void>): Promise<Busy> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('a page without a browser')
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] })
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  const tasks = tasksIn(await browser.stopTracing())
  const longest = tasks.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, LISTED_TASKS)
  for (const task of longest) console.log(`  ${name}: ${lineOf(task)}`)
  return {
    longTasks: tasks.filter(({ ms }) => ms > LONG_MS).length,
    longestMs: Math.max(0, ...tasks.map(({ ms }) => ms)),
    longCpuTasks: tasks.filter(({ cpuMs }) => cpuMs > LONG_MS).length,
    longestCpuMs: Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs)),
    taskMsPerSecond: tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / seconds,
  }
}

function lineOf({ ms, cpuMs, parts }: Task): string {
  const spent = parts.map(([name, partMs]) => `${name} ${partMs.toFixed(1)}`).join(', ')
  return `a task of ${ms.toFixed(1)} ms, ${cpuMs.toFixed(1)} of the processor: ${spent}`
}

/** One task of a page's main thread. */
interface Task {
  readonly ms: number
  /** In processor time. */
  readonly cpuMs: number
  /** What it did, with the processor time of each part, largest first; parts may be nested. */
  readonly parts: readonly (readonly [name: string, cpuMs: number])[]
}

/** An event in a Chromium trace; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly cat: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const MOST_PARTS = 6

/** Extracts the tasks of pages' main threads from a Chromium trace. */
function tasksIn(trace: Buffer): Task[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { readonly traceEvents: readonly TraceEvent[] }
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const ofPage = traceEvents
    .filter(({ pid, tid, dur }) => dur !== undefined && main.has(`${pid} ${tid}`))
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const inside = ofPage.filter(({ cat }) => cat.includes('devtools.timeline'))
  return ofPage
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .map((task) => ({ ms: (task.dur ?? 0) / 1000, cpuMs: (task.tdur ?? 0) / 1000, parts: partsOf(task, inside) }))
}

function partsOf({ ts, dur = 0, pid, tid }: TraceEvent, inside: readonly TraceEvent[]): [string, number][] {
  if (dur < 10_000) return []
  const parts = new Map<string, number>()
  for (const each of inside) {
    if (each.pid !== pid || each.tid !== tid || each.ts < ts || each.ts >= ts + dur) continue
    parts.set(each.name, (parts.get(each.name) ?? 0) + (each.tdur ?? 0) / 1000)
  }
  return [...parts].toSorted((a, b) => b[1] - a[1]).slice(0, MOST_PARTS)
}
