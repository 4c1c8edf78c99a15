import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import { modelOf, PYTHON, type RealVllm, startVllm } from '../real-vllm/start-vllm.js'
import { startJudge, startThinker } from '../real-vllm/made-models.js'

/** The model server a contract is checked on. */
export interface ServerUnderTest {
  readonly url: string
  readonly model: string
  readonly isSimulator: boolean
  stop(): Promise<void>
}

interface Kind {
  /** The variable that names a server of this kind. */
  readonly given: string
  readonly real: () => Promise<RealVllm>
  readonly simulated: Readonly<Record<string, string>>
}

const KINDS = {
  /** Takes its time over an answer. */
  plain: { given: 'VLLM_URL', real: () => startVllm(), simulated: { TIME_SCALE: '1' } },
  thinking: { given: 'VLLM_REASONING_URL', real: startThinker, simulated: { TIME_SCALE: '0', REASONING: '1' } },
  reward: { given: 'VLLM_REWARD_URL', real: startJudge, simulated: { TIME_SCALE: '0', MAX_MODEL_LEN: '1024' } },
} satisfies Record<string, Kind>

export type ServerKind = keyof typeof KINDS

/** Whether a run on servers that somebody else started lacks one of this kind: nothing takes its place then. */
export function isLacking(kind: ServerKind): boolean {
  return process.env['VLLM_URL'] !== undefined && process.env[KINDS[kind].given] === undefined
}

/** Takes the server that a variable names first, starts a real one where `VLLM_PYTHON` names a Python that has vLLM, or a simulator. */
export async function modelServerUnderTest(kind: ServerKind): Promise<ServerUnderTest> {
  const { given, real, simulated }: Kind = KINDS[kind]
  const url = process.env[given]?.split(',')[0]
  if (url !== undefined) return { ...(await modelOf(url)), isSimulator: false, stop: async () => undefined }
  if (PYTHON !== undefined) {
    const started = await real()
    return { ...(await modelOf(started.url)), isSimulator: false, stop: () => started.kill() }
  }
  const simulator: RunningApp = await spawnApp('vllm-sim', {
    PORT: '0',
    MODE: 'simulated',
    MODEL: 'simulated-model',
    ...simulated,
  })
  return { ...(await modelOf(simulator.listening)), isSimulator: true, stop: () => simulator.kill('SIGKILL') }
}
