import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { Harnesses } from './harnesses.js'
import type { TinQuestion } from './tin-questions.js'

export const BUDGET = 16
/** How Inspect votes itself. */
export const VOTED = ['--epochs', String(BUDGET), '--epochs-reducer', 'mode']
// Inspect takes a comma in a model's name for the end of it.
const DEFAULT_METHOD = `cges:confidence=lns-arith,gamma=0.95@${BUDGET}`

/** A fleet whose one worker draws from a model server that knows some questions, behind a gateway. */
export class ServedQuestions {
  readonly folder = mkdtempSync(join(tmpdir(), 'cges-gateway-peers-'))
  #fleet: TestFleet | undefined
  gateway = ''
  simulator = ''

  /** Writes files of questions into its folder, by their names. */
  constructor(files: Readonly<Record<string, readonly TinQuestion[]>>) {
    for (const [name, rows] of Object.entries(files))
      writeFileSync(join(this.folder, `${name}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }

  async start(simulator: Readonly<Record<string, string>>, maxTokens: number): Promise<Harnesses> {
    const fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 32, simulator })
    this.#fleet = fleet
    this.simulator = fleet.simulators[0]?.listening ?? ''
    const settings = { TEAM_CALLS: '1024', DEFAULT_METHOD }
    this.gateway = (await fleet.startGateway(settings)).listening
    const served = { model: 'test@sc@1', max_tokens: maxTokens, messages: [{ role: 'user', content: 'Job 0' }] }
    const ask = () => fetch(`${this.gateway}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(served) })
    await vi.waitUntil(async () => (await ask()).ok, { timeout: 90_000, interval: 500 })
    return new Harnesses({ folder: this.folder, modelServer: this.simulator, maxTokens })
  }

  async stop(): Promise<void> {
    await this.#fleet?.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
