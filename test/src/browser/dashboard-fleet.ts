import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import { TestFleet } from '../fleet/test-fleet.js'
import { freePort } from '../support/private-redis.js'

const SERVER = fileURLToPath(
  new URL('../../../apps/dashboard/.next/standalone/apps/dashboard/server.js', import.meta.url),
)
const HOST = '127.0.0.1'
const READY_MS = 20_000

/** A fleet with a dashboard, which reads an API of its own: it can be killed while the evaluation goes on. */
export class DashboardFleet {
  private constructor(
    readonly fleet: TestFleet,
    private readonly dashboard: { readonly process: ChildProcess; readonly address: string },
    private api: RunningApp,
  ) {}

  static async start(): Promise<DashboardFleet> {
    const fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 16, timeScale: 0.2 })
    const api = await spawnApp('api', { DATABASE_URL: fleet.database.url, PORT: '0' })
    return new DashboardFleet(fleet, await startDashboardServer(api.listening), api)
  }

  get address(): string {
    return this.dashboard.address
  }

  async killApi(): Promise<void> {
    await this.api.kill('SIGKILL')
  }

  /** Starts the dashboard's API again where it was. */
  async reviveApi(): Promise<void> {
    const { port } = new URL(this.api.listening)
    this.api = await spawnApp('api', { DATABASE_URL: this.fleet.database.url, PORT: port })
  }

  async stop(): Promise<void> {
    await end(this.dashboard.process)
    await this.api.kill('SIGKILL')
    await this.fleet.stop()
  }
}

/** Starts a dashboard that reads the API at an address. */
export async function startDashboardServer(
  api: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<{ process: ChildProcess; address: string }> {
  if (!existsSync(SERVER)) throw new Error('the dashboard is not built: run node .config/prepare.mjs')
  const port = await freePort()
  const address = `http://${HOST}:${port}`
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), HOSTNAME: HOST, API_URL: api, ...variables }
  const server = fork(SERVER, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const until = performance.now() + READY_MS
  while (performance.now() < until && server.exitCode === null) {
    const response = await fetch(`${address}/evaluations`).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok === true) return { process: server, address }
    await sleep(100)
  }
  await end(server)
  throw new Error('the dashboard does not answer')
}

/** Ends a process that was started here. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
