import { createServer } from 'node:net'
import { UsageError } from '../usage-error.js'

/** Finds the first free port from a wanted one upwards. */
export async function freePort(wanted: number, host: string): Promise<number> {
  for (let port = wanted; port < wanted + 100; port++) {
    if (await isFree(port, host)) return port
  }
  throw new UsageError(`no port from ${wanted} to ${wanted + 99} is free`)
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
