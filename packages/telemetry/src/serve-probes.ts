import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { exposition, plainExposition, withoutTeams } from './exposition.js'
import { listenOn } from './listen-on.js'

interface ProbeOptions {
  readonly host: string
  /** 0 picks any free port. */
  readonly port: number
  /** A file with the token for which `/metrics` names teams; without one it never does. */
  readonly metricsTokenFile?: string | undefined
}

/** The interface the probes need from a process. */
interface ProbeAnswers {
  /** Why the process cannot do its work now, each reason a sentence; empty if it can. */
  whyNotReady(): Promise<readonly string[]>
  /** In OpenMetrics' form. */
  metrics(): Promise<string>
}

export interface ProbeServer {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves a process's probes: `/health` is liveness and depends on nothing else, so that an outage of a store or of a
 * model server never gets the process killed; `/ready` is readiness, with the reasons if it is not; `/metrics` is for
 * Prometheus, and names teams and traces only for the token.
 */
export async function serveProbes(options: ProbeOptions, answers: ProbeAnswers): Promise<ProbeServer> {
  const token = loadMetricsToken(options.metricsTokenFile)
  const server = createServer((request, response) => {
    answer(request, { ...answers, token }, response).catch((error: Error) =>
      send(response, 500, { error: error.message }),
    )
  })
  return {
    url: await listenOn(server, options.host, options.port),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

type Answers = ProbeAnswers & { readonly token: string | null }

async function answer(request: IncomingMessage, answers: Answers, response: ServerResponse): Promise<void> {
  switch ((request.url ?? '').split('?', 1)[0]) {
    case '/health':
      return send(response, 200, { status: 'ok' })
    case '/ready': {
      const reasons = await answers.whyNotReady()
      return reasons.length === 0
        ? send(response, 200, { status: 'ready' })
        : send(response, 503, { status: 'not ready', reasons })
    }
    case '/metrics':
      return answerMetrics(request.headers, answers, response)
    default:
      return send(response, 404, { error: 'ask for /health, /ready or /metrics' })
  }
}

async function answerMetrics(
  { authorization: shown, accept }: IncomingHttpHeaders,
  answers: Answers,
  response: ServerResponse,
): Promise<void> {
  if (shown !== undefined && (answers.token === null || !same(shown, `Bearer ${answers.token}`))) {
    response.setHeader('www-authenticate', 'Bearer')
    const error = 'this token is not the one in METRICS_TOKEN_FILE: send that, or none for metrics that name no team'
    return send(response, 401, { error })
  }
  const metrics = await answers.metrics()
  const { contentType, text } = shown === undefined ? plainExposition(metrics) : exposition(metrics, accept)
  response.writeHead(200, { 'content-type': contentType }).end(shown === undefined ? withoutTeams(text) : text)
}

/** Constant-time comparison. */
function same(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const LEAST = 32

/** Loads the token that lets a scraper see teams by name; null if no file is set, and then none may. */
function loadMetricsToken(path: string | undefined): string | null {
  if (path === undefined) return null
  const how = `make it with \`openssl rand -base64 48 > ${path}\``
  const text = textOf(path, how).trim()
  if (text.length >= LEAST) return text
  throw new Error(`the token in METRICS_TOKEN_FILE has ${text.length} characters and needs ${LEAST}: ${how}`)
}

function textOf(path: string, how: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`METRICS_TOKEN_FILE ${path} cannot be read: ${how}`, { cause })
  }
}
