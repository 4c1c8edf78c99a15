import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Weighed {
  readonly question: string
  readonly steps: readonly string[]
}

export interface StepScorerStandIn {
  readonly url: string
  /** What it was asked, in the order of arrival. */
  readonly asked: Weighed[]
  close(): Promise<void>
}

/** A step scorer that weighs by `weigh`; the statuses of `refuses` are given first, one a request. */
export async function startStepScorer(
  weigh: (steps: readonly string[]) => readonly number[],
  refuses: readonly number[] = [],
): Promise<StepScorerStandIn> {
  const left = [...refuses]
  const asked: Weighed[] = []
  const http = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      if (request.url === '/scorer') return void response.end('{"name":"stand-in","simulated":true}')
      const status = left.shift()
      if (status !== undefined) return void response.writeHead(status).end('{}')
      const one = JSON.parse(body) as Weighed
      asked.push(one)
      response.end(JSON.stringify({ importance: weigh(one.steps) }))
    })
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      http.closeAllConnections()
      await new Promise((closed) => http.close(closed))
    },
  }
}
