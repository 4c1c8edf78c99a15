import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choiceQuestions } from './lm-benchmarks.js'
import { BUDGET, ServedQuestions } from './served-questions.js'
import { tinQuestions } from './tin-questions.js'

/** The command `gym` of NeMo Gym in its environment, which also has uv and tiktoken; undefined where there is none. */
const NEMO_GYM = process.env['NEMO_GYM']
const BIN = dirname(NEMO_GYM ?? '')
// Ray needs longer to start than its limit of 30 s on a machine that does other things.
const RAY = { RAY_raylet_start_wait_time_s: '300', RAY_AUTH_MODE: 'disabled', RAY_USAGE_STATS_ENABLED: '0' }
const ENV = { ...process.env, ...RAY, WANDB_MODE: 'disabled', PATH: `${BIN}${delimiter}${process.env['PATH']}` }
const QUESTIONS = 40

const TOOL = 'example_single_tool_call'
const SERVERS = [
  'resources_servers/mcqa',
  `resources_servers/${TOOL}`,
  'responses_api_agents/simple_agent',
  'responses_api_models/openai_model',
  'environment_servers/legacy_agent',
]

/** What NeMo Gym writes of one rollout. */
interface Rollout {
  readonly reward: number
  readonly response: { readonly output: readonly { readonly type: string }[] }
}

/** NeMo Gym's servers: its model server `openai_model` on the gateway, its agent, and the verifiers of two environments. */
class NemoGym {
  private constructor(
    private readonly folder: string,
    private readonly servers: ChildProcess,
  ) {}

  static async start(folder: string, gateway: string): Promise<NemoGym> {
    // Each server would make an environment of its own; all of these have what this one has.
    for (const server of SERVERS) {
      mkdirSync(join(folder, 'environments', server), { recursive: true })
      symlinkSync(dirname(BIN), join(folder, 'environments', server, '.venv'))
    }
    const policy = `policy_base_url: ${gateway}/v1\npolicy_api_key: none\npolicy_model_name: test@asc-beta@16;kind=choice\n`
    const places = `head_server: {port: ${await freePort()}}\nskip_venv_if_present: true\nuv_venv_dir: ${join(folder, 'environments')}\n`
    writeFileSync(join(folder, 'env.yaml'), policy + places)
    // The simulated model calls a function as long as one is offered.
    const steps = `++${TOOL}_simple_agent.responses_api_agents.simple_agent.max_steps=2`
    const tool = ['--config', `resources_servers/${TOOL}/configs/${TOOL}.yaml`, steps]
    const args = ['env', 'start', '--resources-server', 'mcqa', ...tool, '--model-type', 'openai_model']
    const servers = spawn(NEMO_GYM ?? '', args, { cwd: folder, env: ENV })
    await untilReady(servers)
    return new NemoGym(folder, servers)
  }

  /** Collects rollouts and returns them as its verifier scored them. */
  async rollouts(agent: string, input: string): Promise<Rollout[]> {
    const output = `${agent}.jsonl`
    const args = ['--agent', agent, '--input', input, '--output', output, '--concurrency', '16']
    await promisify(execFile)(NEMO_GYM ?? '', ['eval', 'run', '--no-serve', ...args], { cwd: this.folder, env: ENV })
    const rows = readFileSync(join(this.folder, output), 'utf8').trim().split('\n')
    return rows.map((row) => JSON.parse(row) as Rollout)
  }

  async stop(): Promise<void> {
    if (this.servers.exitCode !== null) return
    const ended = once(this.servers, 'exit')
    this.servers.kill('SIGINT')
    await ended
  }
}

/** Waits until all servers answer; throws what they said if they end. */
function untilReady(servers: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (text: string) => {
      said = (said + text).slice(-20_000)
      if (said.includes('servers ready!')) resolve()
    }
    servers.stdout?.setEncoding('utf8').on('data', hear)
    servers.stderr?.setEncoding('utf8').on('data', hear)
    servers.once('error', reject).once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (address === null || typeof address === 'string') throw new Error('it listens on no port')
  return address.port
}

/** The environment `mcqa` takes a letter in a box. */
function choiceRow({ id, question, answer }: { id: string; question: string; answer: string }): object {
  const content = `${question}\nPut the letter of your final answer in \\boxed{}.`
  return {
    responses_create_params: { input: [{ role: 'user', content }], tools: [], background: null },
    options: ['A', 'B', 'C', 'D'].map((letter) => ({ [letter]: letter })),
    expected_answer: answer.replaceAll(/[()]/gu, ''),
    grading_mode: 'strict_single_letter_boxed',
    uuid: id,
  }
}

describe.skipIf(NEMO_GYM === undefined)('NeMo Gym, with one address changed (NEMO_GYM names its command)', () => {
  let served: ServedQuestions
  let gym: NemoGym

  beforeAll(async () => {
    const questions = choiceQuestions(tinQuestions(QUESTIONS))
    served = new ServedQuestions({ all: questions })
    writeFileSync(join(served.folder, 'rows.jsonl'), questions.map((q) => `${JSON.stringify(choiceRow(q))}\n`).join(''))
    await served.start({ MODEL: 'sim', SCENARIO_FILE: join(served.folder, 'all.jsonl') }, 1024)
    gym = await NemoGym.start(served.folder, served.gateway)
  }, 600_000)

  afterAll(async () => {
    await gym?.stop()
    await served?.stop()
  }, 60_000)

  async function counted(name: string): Promise<number> {
    const text = await (await fetch(`${served.gateway}/metrics`)).text()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`fleet_gateway_${name} `))
        ?.split(' ')[1],
    )
  }

  it('scores answers to choose from, at fewer calls than their budgets', { timeout: 600_000 }, async () => {
    const before = await counted('calls_total')
    const rollouts = await gym.rollouts('mcqa_simple_agent', 'rows.jsonl')
    const calls = (await counted('calls_total')) - before
    const right = rollouts.filter(({ reward }) => reward === 1).length
    console.info(`NeMo Gym, mcqa: ${right} of ${QUESTIONS} right at ${calls} calls (simulated)`)
    expect(rollouts).toHaveLength(QUESTIONS)
    expect(calls).toBeGreaterThan(QUESTIONS)
    expect(calls).toBeLessThan(0.75 * QUESTIONS * BUDGET)
    expect(right / QUESTIONS).toBeGreaterThan(0.5)
  })

  it('calls functions, and sends back what they gave', { timeout: 600_000 }, async () => {
    const stopped = 'requests_total{end="stopped"}'
    const before = await counted(stopped)
    const rollouts = await gym.rollouts(`${TOOL}_simple_agent`, `resources_servers/${TOOL}/data/example.jsonl`)
    const round = ['function_call', 'function_call_output']
    expect(rollouts.map(({ response }) => response.output.map(({ type }) => type))).toEqual(
      Array.from({ length: 5 }, () => [...round, ...round]),
    )
    expect((await counted(stopped)) - before).toBe(2 * 5)
  })
})
