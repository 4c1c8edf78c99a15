import { readFileSync } from 'node:fs'
import type { ProbeResult } from '@cges-fleet/core'
import { parseProbedServer, type ProbedServer } from './env.js'
import { openModelServer } from './model-server/model-server.js'
import { probeModelServer } from './model-server/probe-model-server.js'
import { runPreflight } from './preflight/run-preflight.js'

/** Whoever waits for a server’s rate limit is told so after this time. */
const LONGEST_MS = 300_000

/** Finds out what a model server can do, more thoroughly than a worker before its first call, and prints it as a line of JSON. */
export async function probe(): Promise<void> {
  const result = await probed(parseProbedServer()).catch((error: unknown) => ({
    problem: error instanceof Error ? error.message : String(error),
  }))
  console.log(JSON.stringify(result))
}

async function probed(settings: ProbedServer): Promise<ProbeResult> {
  const {
    MODEL_SERVER_URL: url,
    MODEL_SERVER_KEY_FILE: keyFile,
    MODEL_ENDPOINT: endpoint,
    MODEL_NAME: wanted,
  } = settings
  const key = keyFile === undefined ? {} : { apiKey: readFileSync(keyFile, 'utf8').trim() }
  const server = openModelServer({ url, concurrency: 8, endpoint, model: wanted, ...key })
  try {
    const { model, version, maxModelLen, inventsAnswers } = await probeModelServer(server, 'probe')
    const preflight = await runPreflight(
      { server, model, inventsAnswers, signal: AbortSignal.timeout(LONGEST_MS) },
      { isThorough: true },
    )
    return { model, version, maxModelLen, preflight }
  } finally {
    await server.close()
  }
}
