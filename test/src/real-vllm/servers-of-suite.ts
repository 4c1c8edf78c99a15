import { modelOf } from './model-of.js'
import { startVllm } from './start-vllm.js'

export interface ServersOfSuite {
  readonly urls: readonly string[]
  readonly model: string
  stop(): Promise<void>
}

/** Gives the servers that `VLLM_URL` names, separated by commas, or starts so many with the project's own model. */
export async function serversOfSuite(count: number): Promise<ServersOfSuite> {
  const given = process.env['VLLM_URL']?.split(',')
  if (given !== undefined) {
    const served = await Promise.all(given.map(modelOf))
    return { urls: served.map(({ url }) => url), model: served[0]?.model ?? '', stop: async () => undefined }
  }
  const started = await Promise.all(Array.from({ length: count }, () => startVllm()))
  return {
    urls: started.map(({ url }) => url),
    model: (await modelOf(started[0]?.url ?? '')).model,
    stop: async () => {
      await Promise.all(started.map((server) => server.kill()))
    },
  }
}
