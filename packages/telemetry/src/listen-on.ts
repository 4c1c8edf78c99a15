import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The addresses of every interface, and what reaches a server there from its own machine. */
const EVERY_INTERFACE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/**
 * Starts to listen, and returns the server's address as a URL. Port 0 picks any free port. If another program has the
 * port, the error names the setting to change.
 */
export async function listenOn(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException) => {
      const taken = `port ${port} on ${host} is taken: set PORT to another, or to 0 for any free one`
      reject(cause.code === 'EADDRINUSE' ? new Error(taken, { cause }) : cause)
    }
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      resolve()
    })
  })
  const { address, family, port: given } = server.address() as AddressInfo
  return `http://${EVERY_INTERFACE[address] ?? (family === 'IPv6' ? `[${address}]` : address)}:${given}`
}
