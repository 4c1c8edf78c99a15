import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** A connection on which a test sends the bytes of requests itself. */
export interface RawConnection {
  readonly socket: Socket
  /** What was received so far. */
  received(): string
  /** Resolves once either side has closed it. */
  readonly closed: Promise<void>
}

/** Connects to a server; a half-closed connection goes on receiving. */
export async function connectRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => undefined)
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  socket.on('end', () => socket.end())
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), closed])
  return { socket, received: () => received, closed }
}

/** The bytes of a request up to its body, whose length is claimed to be so many bytes. */
export function headOf(at: string, bytes: number, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: 'localhost', 'content-type': 'application/json', ...headers })
  return [`POST ${at} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), `content-length: ${bytes}`]
    .map((line) => `${line}\r\n`)
    .join('')
    .concat('\r\n')
}

/** Sends a body that does not say how long it is; returns the status of its answer. */
export function sendInChunks(
  url: string,
  headers: Readonly<Record<string, string>>,
  chunks: readonly string[],
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const upload = request(url, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode)
      upload.destroy()
    })
    upload.on('error', reject)
    for (const chunk of chunks) upload.write(chunk)
    upload.end()
  })
}
