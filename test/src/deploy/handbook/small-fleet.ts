import { type EvaluationSpecInput } from '@cges-fleet/core'
import { ImportBenchmark, pathOf, GetEvaluation, SubmitEvaluation } from '@cges-fleet/core/contract'
import { demoBenchmark } from '@cges-fleet/formats'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type RunningApp, spawnApp } from '../../fleet/spawn-app.js'

/** What the tests read of an evaluation, the same in every build. */
const View = z.object({
  id: z.string(),
  status: z.string(),
  digest: z.string().nullable(),
  samples: z.object({ drawn: z.int() }),
  trials: z.object({ total: z.int(), closed: z.int(), blocked: z.int() }),
})
type View = z.infer<typeof View>

/** A fleet on a database anywhere, with the queue in it. */
export class SmallFleet {
  readonly #apps: RunningApp[] = []
  readonly #workers: RunningApp[] = []
  #api = ''

  private constructor(
    private readonly url: string,
    private readonly root: string | undefined,
  ) {}

  /** Starts API and coordinator, of this build or of the one in another folder. */
  static async start(url: string, root?: string): Promise<SmallFleet> {
    const fleet = new SmallFleet(url, root)
    const stores = { DATABASE_URL: url }
    const api = await fleet.#spawn('api', { ...stores, PORT: '0' })
    fleet.#api = api.listening
    await fleet.#spawn('coordinator', { ...stores, SWEEP_MS: '200', ROUND_LOCK_MS: '1000' })
    return fleet
  }

  async startWorker(): Promise<void> {
    const model = { MODE: 'simulated', MODEL: 'simulated-model', MAX_NUM_SEQS: '4', TIME_SCALE: '0.1' }
    const simulator = await spawnApp('vllm-sim', { PORT: '0', ...model })
    this.#workers.push(simulator)
    const worker = await spawnApp(
      'worker',
      {
        DATABASE_URL: this.url,
        POOL: 'test',
        MODEL_SERVER_URL: simulator.listening,
        WORKER_CONCURRENCY: '4',
        LEASE_MS: '3000',
        JOB_LOCK_MS: '2000',
        MAX_DELIVERIES: '100',
      },
      this.#from,
    )
    this.#workers.push(worker)
  }

  async submit(spec: Partial<EvaluationSpecInput>): Promise<string> {
    await this.#post(pathOf(ImportBenchmark), demoBenchmark())
    const view = await this.#post(pathOf(SubmitEvaluation), { benchmark: 'demo', pool: 'test', seed: 7, ...spec })
    return View.parse(view).id
  }

  async until(id: string, condition: (view: View) => boolean): Promise<View> {
    for (const end = performance.now() + 100_000; performance.now() < end; await sleep(50)) {
      const view = View.parse(await (await fetch(`${this.#api}${pathOf(GetEvaluation, { path: { id } })}`)).json())
      if (condition(view)) return view
    }
    throw new Error('the evaluation did not come so far in time')
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#apps, ...this.#workers].map((app) => app.kill('SIGKILL')))
  }

  /** Ends API and coordinator as a rollout does. */
  async stopAllButWorkers(): Promise<void> {
    await Promise.all(this.#apps.splice(0).map((app) => app.kill('SIGTERM')))
  }

  get #from(): { root?: string } {
    return this.root === undefined ? {} : { root: `${this.root}/` }
  }

  async #spawn(app: 'api' | 'coordinator', variables: Record<string, string>) {
    const running = await spawnApp(app, variables, this.#from)
    this.#apps.push(running)
    return running
  }

  async #post(path: string, body: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${this.#api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
}
