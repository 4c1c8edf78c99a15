import { Agent, request } from 'node:http'

/** One request as it goes over the wire; its address and headers are sent as they are. */
export interface Attack {
  /** What is hostile in it, as the table calls it. */
  readonly input: string
  readonly shape: string
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string
}

const attackers = new Agent({ keepAlive: true, maxSockets: 4 })

/** Who sends: with which key, and over which connections. */
export interface Sender {
  readonly key: string
  readonly agent?: Agent
}

/** Sends it and gives the status; 0 where the connection was cut instead. */
export function send(
  url: string,
  { key, agent = attackers }: Sender,
  { method, path, headers = {}, body }: Attack,
): Promise<number> {
  const { hostname, port } = new URL(url)
  const sized =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const all = { authorization: `Bearer ${key}`, ...sized, ...headers }
  return new Promise((resolve) => {
    const sending = request({ agent, hostname, port, method, path, headers: all }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode ?? 0))
    })
    sending.once('error', () => resolve(0))
    sending.end(body)
  })
}
