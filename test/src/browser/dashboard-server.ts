import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/redis.js'

const SERVER = fileURLToPath(
  new URL('../../../apps/dashboard/.next/standalone/apps/dashboard/server.js', import.meta.url),
)
const HOST = '127.0.0.1'
const READY_MS = 20_000

export interface PageServer {
  readonly process: ChildProcess
  readonly address: string
}

/** Starts a dashboard that uses the API at an address. */
export async function startDashboardServer(
  api: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<PageServer> {
  if (!existsSync(SERVER)) throw new Error('the dashboard is not built: run node .config/prepare.mjs')
  return startPageServer(SERVER, '/evaluations', { variables: { API_URL: api, ...variables } })
}

interface Running {
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly variables?: Readonly<Record<string, string>>
}

/** Starts a program that serves pages on PORT, and waits until it answers one of them. */
export async function startPageServer(
  program: string,
  page: string,
  { args = [], cwd, variables = {} }: Running = {},
): Promise<PageServer> {
  const port = await freePort()
  const address = `http://${HOST}:${port}`
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), HOSTNAME: HOST, ...variables }
  const server = fork(program, args, { env, cwd, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const until = performance.now() + READY_MS
  while (performance.now() < until && server.exitCode === null) {
    const response = await fetch(`${address}${page}`).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok === true) return { process: server, address }
    await sleep(100)
  }
  await end(server)
  throw new Error('the dashboard does not answer')
}

/** Ends a process that was started here. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The API that the pages of this process read. */
let upstream = ''
let started: Promise<string> | null = null

/**
 * The address of a dashboard whose pages read `api` from now on. The files that run in one process use one server, one
 * after the other: starting one takes longer than most tests.
 */
export async function dashboardFor(api: string): Promise<string> {
  upstream = api
  started ??= start()
  return started
}

async function start(): Promise<string> {
  const forwarder = createServer(forward)
  forwarder.listen(0, '127.0.0.1').unref()
  await once(forwarder, 'listening')
  const { port } = forwarder.address() as AddressInfo
  const { process: server, address } = await startDashboardServer(`http://127.0.0.1:${port}`)
  process.once('exit', () => server.kill('SIGKILL'))
  server.unref()
  server.channel?.unref()
  return address
}

/** Hands a request on to whichever API is being read; a connection that breaks on one side is broken on the other. */
function forward(incoming: IncomingMessage, answer: ServerResponse): void {
  const { url = '/', method, headers } = incoming
  const onwards = request(new URL(url, upstream), { method, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.headers)
    found.pipe(answer)
    found.on('error', () => answer.destroy())
  })
  onwards.on('error', () => incoming.socket.destroy())
  answer.on('close', () => onwards.destroy())
  incoming.pipe(onwards)
}
