import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'

export interface ServedDataset {
  readonly id: string
  readonly revision: string
  readonly rows: readonly object[]
  readonly gated?: string
  /** Faults to answer with, one each, before succeeding. */
  readonly faults?: { status: number; retryAfter?: string }[]
  readonly truncated?: readonly string[]
}

export interface DatasetsServer {
  readonly url: string
  /** Every query answered, in order. */
  readonly requests: URLSearchParams[]
  close(): Promise<void>
}

/** Answers /rows as the Hugging Face datasets server does: pages of at most 100 rows, 401 if a token is missing. */
export async function startDatasetsServer(dataset: ServedDataset): Promise<DatasetsServer> {
  const requests: URLSearchParams[] = []
  const faults = [...(dataset.faults ?? [])]
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://local').searchParams
    requests.push(query)
    const fault = faults.shift()
    if (fault !== undefined) {
      const retry = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }
      response.writeHead(fault.status, { 'content-type': 'application/json', ...retry })
      response.end(JSON.stringify({ error: 'The server is busy.' }))
      return
    }
    answer(request, response, dataset, query)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { id, revision, rows, gated, truncated = [] }: ServedDataset,
  query: URLSearchParams,
): void {
  const send = (status: number, body: object, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
  if (gated !== undefined && request.headers.authorization !== `Bearer ${gated}`) {
    return send(401, { error: 'The dataset does not exist, or is not accessible without authentication.' })
  }
  const offset = Number(query.get('offset'))
  const length = Number(query.get('length'))
  if (query.get('dataset') !== id) return send(404, { error: 'The dataset does not exist on the Hub.' })
  if (length > 100) return send(422, { error: "Parameter 'length' must not be greater than 100" })
  const page = rows.slice(offset, offset + length)
  const body = {
    features: Object.keys(rows[0] ?? {}).map((name, place) => ({
      feature_idx: place,
      name,
      type: { dtype: 'string', _type: 'Value' },
    })),
    rows: page.map((row, place) => ({ row_idx: offset + place, row, truncated_cells: truncated })),
    num_rows_total: rows.length,
    num_rows_per_page: 100,
    partial: false,
  }
  send(200, body, { 'x-revision': revision })
}
