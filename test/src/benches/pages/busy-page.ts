import type { Page } from 'playwright-core'
import { type Task, tasksIn } from './tasks-in.js'

/** How busy a page's main thread was over a time. */
export interface Busy {
  /** Tasks of more than 50 ms, which a user would notice. */
  readonly longTasks: number
  readonly longestMs: number
  /**
   * Those that used more than 50 ms of processor time themselves: the others waited while the machine did other work.
   */
  readonly ownLongTasks: number
  readonly ownLongestMs: number
  /** Processor time, per second. */
  readonly taskMsPerSecond: number
}

const LONG_MS = 50
/** How many of the longest tasks are reported. */
const TOLD = 4

/** Observes a page while some work runs; reports what its longest tasks were spent on. */
export async function busyDuring(page: Page, name: string, work: () => Promise<void>): Promise<Busy> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('a page without a browser')
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] })
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  const tasks = tasksIn(await browser.stopTracing())
  const longest = tasks.toSorted((a, b) => b.ownMs - a.ownMs).slice(0, TOLD)
  for (const task of longest) console.log(`  ${name}: ${lineOf(task)}`)
  return {
    longTasks: tasks.filter(({ ms }) => ms > LONG_MS).length,
    longestMs: Math.max(0, ...tasks.map(({ ms }) => ms)),
    ownLongTasks: tasks.filter(({ ownMs }) => ownMs > LONG_MS).length,
    ownLongestMs: Math.max(0, ...tasks.map(({ ownMs }) => ownMs)),
    taskMsPerSecond: tasks.reduce((sum, { ownMs }) => sum + ownMs, 0) / seconds,
  }
}

function lineOf({ ms, ownMs, parts }: Task): string {
  const spent = parts.map(([name, own]) => `${name} ${own.toFixed(1)}`).join(', ')
  return `a task of ${ms.toFixed(1)} ms, ${ownMs.toFixed(1)} of the processor: ${spent}`
}
