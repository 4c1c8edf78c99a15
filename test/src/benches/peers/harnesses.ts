import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type RunningApp, spawnApp } from '../../fleet/spawn-app.js'
import { tinTask } from '../../peers/tin-task.js'
import type { BenchModel } from '../fleet/bench-fleet.js'

const TASK = fileURLToPath(new URL('../../../src/peers/tins.py', import.meta.url))

/** What one run of a harness draws. */
export interface Drawn {
  readonly questions: number
  /** Of each question. */
  readonly samples: number
}

export interface Harness {
  readonly name: string
  /** The arguments for Python that run it in a folder, against a server. */
  command(folder: string, url: string, drawn: Drawn): readonly string[]
}

/** Inspect AI, with as many connections as the server has slots, and otherwise its defaults. */
export const INSPECT: Harness = {
  name: 'inspect',
  command: (folder, _url, { questions, samples }) => {
    copyFileSync(TASK, join(folder, 'tins.py'))
    const how = ['--epochs', String(samples), '--limit', String(questions), '--temperature', '0.7']
    const width = ['--max-connections', String(SLOTS), '--max-samples', String(SLOTS)]
    const model = ['--model', 'openai-api/sim/sim', '--display', 'none', '--log-dir', 'inspect']
    return ['-m', 'inspect_ai', 'eval', 'tins.py@tins_pattern', ...how, ...width, ...model]
  },
}

/** lm-evaluation-harness, likewise; behind an API it draws all repeats of a question with one seed. */
export const LM_EVAL: Harness = {
  name: 'lmEval',
  command: (folder, url, { questions, samples }) => {
    mkdirSync(join(folder, 'tasks'), { recursive: true })
    writeFileSync(join(folder, 'tasks/tins.yaml'), tinTask(join(folder, 'tins.jsonl'), samples))
    const model = `base_url=${url}/v1/chat/completions,model=sim,num_concurrent=${SLOTS}`
    const how = ['--apply_chat_template', '--log_samples', '--output_path', 'lm', '--include_path', 'tasks']
    const args = ['--tasks', 'tins', '--limit', String(questions)]
    return ['-m', 'lm_eval', 'run', '--model', 'local-chat-completions', '--model_args', model, ...args, ...how]
  },
}

export const SLOTS = 32
const LOOK_MS = 50

/** What a model server saw of one run. */
export interface Served {
  readonly calls: number
  /** Those that it wrote, also of answers that nobody waited for. */
  readonly tokens: number
  /** From its first call until its last answer was written. */
  readonly seconds: number
  /** The share of its slots' time, from the first call on, that was spent writing. */
  readonly busy: number
}

/** A simulated model server with slots and a pace, in a process separate from its clients. */
export class SimulatedServer implements BenchModel {
  private constructor(private readonly app: RunningApp) {}

  /** Answers the questions of a file; each token takes `timeScale` times a realistic time. */
  static async start(questions: string, timeScale: number): Promise<SimulatedServer> {
    const settings = { PORT: '0', MODE: 'simulated', MODEL: 'sim', MAX_NUM_SEQS: String(SLOTS) }
    return new SimulatedServer(
      await spawnApp('vllm-sim', { ...settings, SCENARIO_FILE: questions, TIME_SCALE: String(timeScale) }),
    )
  }

  get url(): string {
    return this.app.listening
  }

  stop(): Promise<void> {
    return this.app.kill('SIGKILL')
  }

  /** Observes the server while some work runs. */
  async during(work: () => Promise<unknown>): Promise<Served> {
    const before = await this.#now()
    const seen: { readonly at: number; readonly running: number }[] = []
    const ended = new AbortController()
    const working = Promise.allSettled([work()]).finally(() => ended.abort())
    while (!ended.signal.aborted) {
      const { running } = await this.#now()
      seen.push({ at: performance.now(), running })
      await sleep(LOOK_MS)
    }
    const [result] = await working
    if (result.status === 'rejected') throw result.reason
    const first = seen.findIndex(({ running }) => running > 0)
    const last = seen.findLastIndex(({ running }) => running > 0)
    const drawn = seen.slice(first, last + 1)
    const ms = (seen[last + 1] ?? seen[last] ?? { at: NaN }).at - (seen[first] ?? { at: NaN }).at
    const written = drawn.reduce((sum, { at, running }, n) => sum + running * ((seen[first + n + 1]?.at ?? at) - at), 0)
    const after = await this.#now()
    const [calls, tokens] = [after.ended - before.ended, after.tokens - before.tokens]
    return { calls, tokens, seconds: ms / 1000, busy: written / (SLOTS * ms) }
  }

  /** A new connection each time: a busy server may have closed a kept one before the next request is sent. */
  async #now(): Promise<Readonly<Record<'running' | 'ended' | 'tokens', number>>> {
    const text = await (await fetch(`${this.url}/metrics`, { headers: { connection: 'close' } })).text()
    const sumOf = (name: string) =>
      [...text.matchAll(new RegExp(`^vllm:${name}\\{.*\\} (\\S+)$`, 'gmu'))].reduce((sum, [, n]) => sum + Number(n), 0)
    const [ended, tokens] = [sumOf('request_success_total'), sumOf('generation_tokens_total')]
    return { running: sumOf('num_requests_running'), ended, tokens }
  }
}
