import { UsageError } from '../usage-error.js'
import type { Patience } from './readiness/await-ready.js'

const TOLD_MS = 5000

/** Refuses to start a fleet on unreachable model servers: its workers would only wait. */
export async function requireModelServer(url: string, { quietMs, tell }: Patience): Promise<void> {
  if (!URL.canParse(url)) throw new UsageError(`--model-server ${url} is not an address: write http://host:port`)
  const models = `${url.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}/v1/models`
  const telling = setTimeout(() => tell(`Waiting for the model server at ${url} to answer.`), TOLD_MS)
  const response = await fetch(models, { signal: AbortSignal.timeout(quietMs) })
    .catch((cause: unknown) => {
      throw new UsageError(`No model server answers at ${url}: start it (vllm serve …) or check --model-server`, {
        cause,
      })
    })
    .finally(() => clearTimeout(telling))
  await response.body?.cancel()
  if (response.status !== 200 && response.status !== 401) {
    throw new UsageError(`${models} answered ${response.status}: --model-server must be the address of a vLLM server`)
  }
}
