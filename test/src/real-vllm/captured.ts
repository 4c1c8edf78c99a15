import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** One answer as its stream spelt it, read here by other code than the worker's. */
interface Captured {
  readonly text: string
  /** What came apart as thinking; empty if none did. */
  readonly reasoning: string
  readonly logprobs: readonly number[]
  /** The log-probabilities of the twenty likeliest tokens at every place; empty lists where none were asked for. */
  readonly likeliest: readonly (readonly number[])[]
  /** The places that came before the chunk that says how the answer ended. */
  readonly placesBeforeFinish: number
  readonly finish: string
}

/** Reads a captured stream of chat chunks, up to its last whole line: latin-1 text of its bytes. */
export function readCaptured(stream: string): Captured {
  const chunks = Buffer.from(stream, 'latin1')
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Chunk)
  const choices = chunks.flatMap(({ choices: some }) => some)
  const places = choices.flatMap(({ logprobs }) => logprobs?.content ?? [])
  return {
    text: choices.map(({ delta }) => delta.content ?? '').join(''),
    reasoning: choices.map(({ delta }) => delta.reasoning ?? '').join(''),
    logprobs: places.map(({ logprob }) => logprob),
    likeliest: places.map(({ top_logprobs: listed = [] }) =>
      listed
        .map(({ logprob }) => logprob)
        .toSorted((a, b) => b - a)
        .slice(0, 20),
    ),
    placesBeforeFinish: choices
      .filter(({ finish_reason: reason }) => reason === null)
      .reduce((sum, { logprobs }) => sum + (logprobs?.content?.length ?? 0), 0),
    finish: choices.flatMap(({ finish_reason: reason }) => (reason === null ? [] : [reason])).join(),
  }
}

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string | null; readonly reasoning?: string | null }
    readonly logprobs: { readonly content: readonly Place[] | null } | null
    readonly finish_reason: string | null
  }[]
}

interface Place {
  readonly logprob: number
  readonly top_logprobs?: readonly { readonly logprob: number }[]
}

/** The four confidences of the paper's table, of log-probabilities kept as 32-bit numbers, clamped as CGES reads them. */
export function confidencesOf(logprobs: readonly number[]): Record<string, number> {
  const kept = logprobs.map(Math.fround)
  const chances = kept.map(Math.exp)
  const least = chances.toSorted((a, b) => a - b).slice(0, Math.max(1, Math.floor(kept.length / 10)))
  const last = chances.slice(-Math.max(1, Math.floor(kept.length / 5)))
  return {
    'lns-arith': within(mean(chances)),
    'lns-geom': within(Math.exp(mean(kept))),
    'deepconf-b10': within(mean(least)),
    'deepconf-tail': within(mean(last)),
  }
}

/** 1 − exp(−m), m the mean over the places of how far their likeliest tokens are from equally likely. */
export function certaintyOf(likeliest: readonly (readonly number[])[]): number {
  const divergences = likeliest.map((listed) => {
    const chances = listed.map((each) => Math.max(1e-9, Math.exp(each)))
    return Math.max(0, mean(chances.map((chance) => Math.log(1 / (chances.length * chance)))))
  })
  return within(1 - Math.exp(-mean(divergences)))
}

/** Where the mean confidence of the last `window` places fell to a new low, in whole hundredths, and after how many places. */
export function lowsOf(likeliest: readonly (readonly number[])[], window: number): [places: number, low: number][] {
  const confidences = likeliest.map((listed) => -mean(listed.map((each) => Math.max(-100, each))))
  const lows: [number, number][] = []
  for (let end = Math.min(window, confidences.length); end <= confidences.length; end += 1) {
    const low = Math.floor(100 * mean(confidences.slice(Math.max(0, end - window), end))) / 100
    if (low < (lows.at(-1)?.[1] ?? Infinity)) lows.push([end, low])
  }
  return lows
}

function within(value: number): number {
  return Math.min(1 - 1e-6, Math.max(1e-6, value))
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}

/** The number in the last box of an answer, as its task writes it: one digit. */
export function boxedDigit(text: string): string | null {
  const at = text.lastIndexOf('\\boxed{')
  const digit = at < 0 ? null : /^\\boxed\{(\d)\}/.exec(text.slice(at))
  return digit?.[1] ?? null
}

export interface CapturingProxy {
  readonly url: string
  /** The bytes of every completion that passed, as latin-1, by the request's x-request-id. */
  readonly streams: ReadonlyMap<string, string>
  close(): void
}

/** Stands between a worker and its model server and keeps what the server wrote, to be counted by other code than the worker's. */
export async function capturingProxy(target: string): Promise<CapturingProxy> {
  const streams = new Map<string, string>()
  const server = createServer((request, response) => {
    const id = request.headers['x-request-id']
    const { method = 'GET', headers } = request
    const forwarded = send(new URL(request.url ?? '/', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      if (typeof id === 'string') {
        answer.on('data', (bytes: Buffer) => streams.set(id, (streams.get(id) ?? '') + bytes.toString('latin1')))
      }
      pipeline(answer, response).catch(() => response.destroy())
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    streams,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
