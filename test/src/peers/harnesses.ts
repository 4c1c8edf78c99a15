import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { type LmBenchmark, votingTask } from './lm-benchmarks.js'
import { runPeer } from './run-peer.js'

const TASK = fileURLToPath(new URL('../../src/peers/tins.py', import.meta.url))

export interface Run {
  readonly accuracy: number
  /** Made to the model server. */
  readonly calls: number
}

/** One run of a program: what it runs, with which model, and its further options. */
export interface PeerRun {
  /** For Inspect a task of ours, or one of a package, such as `inspect_evals/gsm8k`. */
  readonly task: string
  readonly model: string
  readonly how?: readonly string[]
}

interface Places {
  /** Where the questions are, and where the programs run. */
  readonly folder: string
  /** The model server, whose calls are counted. */
  readonly modelServer: string
  /** Tokens of an answer at most. */
  readonly maxTokens: number
}

/** Inspect and lm-evaluation-harness, each run against any address. */
export class Harnesses {
  constructor(private readonly places: Places) {}

  async inspect(server: string, { task, model, how = [] }: PeerRun): Promise<Run> {
    const { maxTokens } = this.places
    const logs = `inspect-${task.replace('/', '-')}-${how.length}`
    const named = task.includes('/') ? task : `${TASK}@${task}`
    const before = await this.#answered()
    const options = ['--temperature', '0.7', '--max-connections', '32', '--display', 'none', '--log-dir', logs]
    const asks = ['--model', `openai-api/sim/${model}`, '--max-tokens', String(maxTokens)]
    await this.#python(server, '-m', 'inspect_ai', 'eval', named, ...asks, ...options, ...how)
    const calls = (await this.#answered()) - before
    const dump = ['-m', 'inspect_ai', 'log', 'dump', '--header-only', this.#newestIn(logs, '.eval')]
    const { results } = JSON.parse(await this.#python(server, ...dump)) as {
      results: { scores: { metrics: { accuracy: { value: number } } }[] }
    }
    return { accuracy: results.scores[0]?.metrics.accuracy.value ?? Number.NaN, calls }
  }

  async lmEval(server: string, { task, model, how = [] }: PeerRun): Promise<Run> {
    const place = `lm-${task}`
    const before = await this.#answered()
    const given = `base_url=${server}/v1/chat/completions,model=${model},num_concurrent=32`
    const sampling = `temperature=0.7,do_sample=true,max_gen_toks=${this.places.maxTokens}`
    const asks = ['--apply_chat_template', '--num_fewshot', '0', '--gen_kwargs', sampling]
    const args = ['--model', 'local-chat-completions', '--model_args', given, '--tasks', task]
    await this.#python(server, '-m', 'lm_eval', 'run', ...args, ...asks, '--output_path', place, ...how)
    const calls = (await this.#answered()) - before
    const { results } = JSON.parse(readFileSync(this.#newestIn(place, 'results_'), 'utf8')) as {
      results: Record<string, Record<string, number>>
    }
    const { [task]: figures = {} } = results
    return { accuracy: figures['exact_match,flexible-extract'] ?? figures['exact_match,boxed'] ?? Number.NaN, calls }
  }

  /** The harness's own vote over repeats of a benchmark. */
  async lmVote(benchmark: LmBenchmark, { model, repeats }: { model: string; repeats: number }): Promise<Run> {
    const { folder, modelServer } = this.places
    const tasks = await this.#python('', '-c', 'import lm_eval.tasks as t; print(t.__path__[0])')
    mkdirSync(join(folder, 'voting'), { recursive: true })
    const task = `${benchmark.task}_vote`
    writeFileSync(join(folder, `voting/${task}.yaml`), votingTask(tasks.trim(), benchmark, repeats))
    return this.lmEval(modelServer, { task, model, how: ['--include_path', 'voting'] })
  }

  /** Calls that the model server has answered. */
  async #answered(): Promise<number> {
    const { modelServer } = this.places
    const text = await (await fetch(`${modelServer}/metrics`, { headers: { connection: 'close' } })).text()
    return [...text.matchAll(/^vllm:request_success_total\{.*\} (\S+)$/gmu)].reduce((sum, [, n]) => sum + Number(n), 0)
  }

  #python(server: string, ...args: string[]): Promise<string> {
    return runPeer(args, { folder: this.places.folder, server })
  }

  #newestIn(place: string, part: string): string {
    const { folder } = this.places
    const names = readdirSync(join(folder, place), { recursive: true, encoding: 'utf8' })
    return join(folder, place, names.find((name) => name.includes(part)) ?? '')
  }
}

interface Compared {
  readonly name: string
  /** What answered, in words. */
  readonly kind: string
  readonly questions: number
  readonly budget: number
  readonly voted: Run
  readonly early: Run
}

/** As accurate as the program's own vote, at less than .6 of its calls. */
export function expectSaved({ name, kind, questions, budget, voted, early }: Compared): void {
  /** Two accuracies of as many questions differ by less in all but one of a thousand pairs of runs. */
  const noise = 3.3 * Math.sqrt(0.5 / questions)
  const share = early.calls / voted.calls
  console.info(
    `${name}: ${early.accuracy.toFixed(3)} at ${early.calls} calls, its own vote ${voted.accuracy.toFixed(3)} at ${voted.calls}; ${share.toFixed(3)} of them (${kind})`,
  )
  expect(voted.calls).toBe(questions * budget)
  expect(early.accuracy).toBeGreaterThan(voted.accuracy - noise)
  expect(share).toBeGreaterThan(0.1)
  expect(share).toBeLessThan(0.6)
}
