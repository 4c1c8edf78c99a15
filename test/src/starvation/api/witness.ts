import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathOf, GetSession } from '@cges-fleet/core/contract'
import { type Attack, send } from './attack.js'

const CHEAP: Attack = { input: '', shape: '', method: 'GET', path: pathOf(GetSession) }
const PAUSE_MS = 5

/** A second team that keeps asking for something cheap while another attacks, and how long its slowest answer took. */
export class Witness {
  #slowestMs = 0
  /** An attacker's connections are cut; those of others must not be. */
  readonly #agent = new Agent({ keepAlive: true })
  #ends = false
  readonly #asking: Promise<void>

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {
    this.#asking = this.#ask()
  }

  /** The slowest answer since this was read last, once one more has come. */
  async read(): Promise<number> {
    await this.#once()
    const slowestMs = this.#slowestMs
    this.#slowestMs = 0
    return slowestMs
  }

  async end(): Promise<void> {
    this.#ends = true
    await this.#asking
    this.#agent.destroy()
  }

  async #ask(): Promise<void> {
    while (!this.#ends) {
      await this.#once()
      await sleep(PAUSE_MS)
    }
  }

  async #once(): Promise<void> {
    const began = performance.now()
    const status = await send(this.url, { key: this.key, agent: this.#agent }, CHEAP)
    if (status !== 200) throw new Error(`the second team was answered ${status}`)
    this.#slowestMs = Math.max(this.#slowestMs, performance.now() - began)
  }
}
