import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import { PYTHON, startVllm } from '../real-vllm/start-vllm.js'

/** The model server a contract is checked on. */
export interface ServerUnderTest {
  readonly url: string
  readonly model: string
  readonly isSimulator: boolean
  stop(): Promise<void>
}

/** Takes the server `VLLM_URL` names, starts a real one where `VLLM_PYTHON` names a Python that has it, or a simulator. `paced` ones take their time over an answer. */
export async function modelServerUnderTest(paced: boolean): Promise<ServerUnderTest> {
  const given = process.env['VLLM_URL']
  if (given !== undefined) return { ...(await modelOf(given)), isSimulator: false, stop: async () => undefined }
  if (PYTHON !== undefined) {
    const real = await startVllm()
    return { ...(await modelOf(real.url)), isSimulator: false, stop: () => real.kill() }
  }
  const simulator: RunningApp = await spawnApp('vllm-sim', {
    PORT: '0',
    MODE: 'simulated',
    MODEL: 'simulated-model',
    TIME_SCALE: paced ? '1' : '0',
  })
  return { ...(await modelOf(simulator.listening)), isSimulator: true, stop: () => simulator.kill('SIGKILL') }
}

async function modelOf(url: string): Promise<{ url: string; model: string }> {
  const base = url.replace(/\/+$/, '').replace(/\/v1$/, '')
  const models = (await (await fetch(`${base}/v1/models`)).json()) as { data: { id: string }[] }
  return { url: base, model: models.data[0]?.id ?? '' }
}
