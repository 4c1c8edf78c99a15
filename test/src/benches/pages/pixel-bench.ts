import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource } from '@cges-fleet/db'
import type { Page } from 'playwright-core'
import { end, startDashboardServer } from '../../browser/dashboard-server.js'
import { endChromium, NO_BROWSER, TestBrowser } from '../../browser/test-browser.js'
import type { Bench, Repetition } from '../bench.js'
import { BenchFleet, BenchStores, modelThatTakes } from '../fleet/bench-fleet.js'

const LOAD = { questions: 200, concurrency: 16 } as const
const METHOD = 'sc@16'
const LATENCY_MS = [100, 1000] as const
const LOOK_MS = 5
const DRAWN = 'Samples really drawn'

/** A number of drawn samples, and since when it holds, in milliseconds since the epoch. */
interface Count {
  readonly drawn: number
  readonly at: number
}

/** The row was last written by the last round, or by the end of the evaluation. */
const COMMITTED = `SELECT samples_drawn::float8 AS drawn, status = 'done' AS done,
  extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS at FROM evaluation WHERE id = $1`

/** The time from a round's commit until the evaluation's page shows its count, or a newer one. */
export function pixelBench(): Bench {
  return { unit: 'ms', value: 'commit to pixel, median', reference: '99th percentile', run: measure }
}

async function measure(): Promise<Repetition> {
  if (NO_BROWSER !== null) throw new Error(NO_BROWSER)
  const stores = await BenchStores.start('redis', { commits: true })
  const fleet = await BenchFleet.start(stores, LOAD, await modelThatTakes(LATENCY_MS))
  const dashboard = await startDashboardServer(fleet.api)
  const browser = await TestBrowser.open()
  try {
    await fleet.evaluate('sc@1')
    const id = await fleet.submit(METHOD)
    const { page } = await browser.page()
    await page.goto(`${dashboard.address}/evaluations/${id}`)
    await notePaints(page)
    const committed = await commitsOf(stores.db, id)
    await sleep(1_000)
    const waits = waitsOf(committed, await paintsOn(page))
    const at = (share: number) => waits[Math.floor(share * waits.length)] ?? NaN
    return { value: at(0.5), reference: at(0.99), also: { p95: at(0.95), commits: waits.length } }
  } finally {
    await endChromium()
    await end(dashboard.process)
    await fleet.stop()
    await stores.stop()
  }
}

/** Records in the page when each count was painted: when the frame after the change of the text begins. */
async function notePaints(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const value = [...document.querySelectorAll('dt')].find((term) => term.textContent === name)?.nextElementSibling
    if (!(value instanceof HTMLElement)) throw new Error(`the page has no ${name}`)
    const paints: Count[] = []
    Object.assign(globalThis, { paints })
    const note = () => {
      // The total of all budgets comes after a slash.
      const [shown = ''] = value.innerText.split('/')
      const drawn = Number(shown.replaceAll(/\D/g, ''))
      requestAnimationFrame(() => requestAnimationFrame(() => paints.push({ drawn, at: Date.now() })))
    }
    new MutationObserver(note).observe(value, { characterData: true, childList: true, subtree: true })
  }, DRAWN)
}

async function paintsOn(page: Page): Promise<readonly Count[]> {
  return page.evaluate(() => (globalThis as unknown as { paints: Count[] }).paints)
}

/** Follows an evaluation to its end. */
async function commitsOf(db: DataSource, id: string): Promise<readonly Count[]> {
  const commits: Count[] = []
  for (;;) {
    const [{ drawn, done, at }] = await db.query<[Count & { readonly done: boolean }]>(COMMITTED, [id])
    if (drawn > 0 && drawn !== commits.at(-1)?.drawn) commits.push({ drawn, at })
    if (done) return commits
    await sleep(LOOK_MS)
  }
}

/** Sorted; for commits from the first paint on. */
function waitsOf(committed: readonly Count[], paints: readonly Count[]): number[] {
  const first = paints[0]?.at ?? Infinity
  return committed
    .filter(({ at }) => at >= first)
    .map(({ drawn, at }) => (paints.find((paint) => paint.drawn >= drawn)?.at ?? Infinity) - at)
    .toSorted((a, b) => a - b)
}
