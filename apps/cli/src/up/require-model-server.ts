import { UsageError } from '../usage-error.js'

const WAIT_MS = 5000

/** Refuses to start a fleet on model servers that are not there: its workers would only wait. */
export async function requireModelServer(url: string): Promise<void> {
  const models = `${url.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}/v1/models`
  const response = await fetch(models, { signal: AbortSignal.timeout(WAIT_MS) }).catch((cause: unknown) => {
    throw new UsageError(`No model server answers at ${url}: start it (vllm serve …) or check --model-server`, {
      cause,
    })
  })
  await response.body?.cancel()
  if (response.status !== 200 && response.status !== 401) {
    throw new UsageError(`${models} answered ${response.status}: --model-server must be the address of a vLLM server`)
  }
}
