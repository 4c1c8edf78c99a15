import type { Page } from 'playwright-core'

/** How a page kept its thread over a time. */
export interface Busy {
  /** Tasks of more than 50 ms, which is when a hand would feel it. */
  readonly longTasks: number
  readonly longestMs: number
  /** Of the main thread, a second. */
  readonly taskMsPerSecond: number
}

/** Has every page that is loaded from now on write down its long tasks. */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(globalThis, { tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
  })
}

/** Watches a page while something else goes on. */
export async function busyDuring(page: Page, work: () => Promise<void>): Promise<Busy> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks.splice(0))
  const [began, before] = [performance.now(), await spent()]
  await work()
  const seconds = (performance.now() - began) / 1000
  const taskMsPerSecond = (1000 * ((await spent()) - before)) / seconds
  const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks)
  await session.detach()
  return { longTasks: tasks.length, longestMs: Math.max(0, ...tasks), taskMsPerSecond }
}
