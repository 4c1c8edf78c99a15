import { afterAll, beforeAll } from 'vitest'
import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import { TestFleet } from '../fleet/test-fleet.js'
import { dashboardFor } from './dashboard-server.js'
import { TestBrowser, type WatchedPage } from './test-browser.js'

/** A fleet with a dashboard that uses an API of its own, which can be killed while the evaluation continues. */
export class DashboardFleet {
  private constructor(
    readonly fleet: TestFleet,
    /** Where the dashboard is. */
    readonly address: string,
    private api: RunningApp,
  ) {}

  static async start(): Promise<DashboardFleet> {
    const fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 16, timeScale: 0.2 })
    const api = await spawnApp('api', { DATABASE_URL: fleet.database.url, PORT: '0' })
    return new DashboardFleet(fleet, await dashboardFor(api.listening), api)
  }

  async killApi(): Promise<void> {
    await this.api.kill('SIGKILL')
  }

  /** Restarts the dashboard's API at its address. */
  async reviveApi(): Promise<void> {
    const { port } = new URL(this.api.listening)
    this.api = await spawnApp('api', { DATABASE_URL: this.fleet.database.url, PORT: port })
  }

  async stop(): Promise<void> {
    await this.api.kill('SIGKILL')
    await this.fleet.stop()
  }
}

/** Gives a file of tests a fleet with a dashboard, and pages of it. */
export function useDashboardFleet(): {
  readonly served: () => DashboardFleet
  /** A page that shows a path of the dashboard. */
  readonly open: (path: string) => Promise<WatchedPage>
} {
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

  const open = async (path: string) => {
    const watched = await browser.page()
    await watched.page.goto(served.address + path)
    return watched
  }
  return { served: () => served, open }
}
