import { type IncomingMessage, request as send, type ServerResponse } from 'node:http'

/** Passes a request on to a server and its answer back, as it comes; a server that is gone is answered for by `whenGone`. */
export function passOn(
  upstream: string,
  request: IncomingMessage,
  answer: ServerResponse,
  whenGone: () => void = () => answer.destroy(),
): void {
  const { url = '/', method, headers } = request
  const onwards = send(new URL(url, upstream), { method, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.headers)
    found.pipe(answer)
    found.on('error', () => answer.destroy())
  })
  onwards.on('error', () => {
    if (answer.headersSent) answer.destroy()
    else whenGone()
  })
  answer.on('close', () => onwards.destroy())
  request.pipe(onwards)
}
