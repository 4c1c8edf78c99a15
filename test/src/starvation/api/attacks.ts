import { Agent, request } from 'node:http'
import {
  GetEvaluation,
  GetStatistics,
  ImportBenchmark,
  ListBenchmarks,
  ListEvaluations,
  ListKeys,
  pathOf,
  routeName,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { bodyOf, type Operation } from '../../access/operations.js'
import type { TestTeam } from '../../access/use-teams.js'
import { HOSTILE_VALUES, placesOf } from '../shapes/json-values.js'
import { repeated } from '../shapes/texts.js'

/** The most Node takes of an address and all headers together, less what every request has. */
const LONGEST_HEAD = 15_000
const LARGEST_BODY = 1024 * 1024
/** About as many empty objects as a body may have. */
const MOST_MEMBERS_LENGTH = 3 * 2048

/** Whose bodies are tried in every way; all routes read theirs alike. */
const MAIN = routeName(SubmitEvaluation)

const IN_ADDRESSES = [
  'a',
  '1',
  'a&',
  'a=1&',
  'cursor=&',
  'a[]=1&',
  'a[b]=1&',
  '%25',
  '%2525',
  '%',
  '+',
  '=',
  '/',
  '%2e%2e/',
  '.',
  ';',
  'key',
  'cges_',
  '%22',
  '%cc%81',
]
const IN_HEADERS = [
  'a',
  '1',
  ',',
  ';',
  ' ,',
  'a=1;',
  'a=',
  '"',
  '\\',
  '=',
  '__Host-cges=',
  'Bearer ',
  '1.1.1.1, ',
  '::1, ',
  ';q=0.1,',
  '-',
]
const HEADERS = [
  'accept',
  'accept-encoding',
  'cookie',
  'content-type',
  'host',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'range',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
]

/** Addresses and headers as long as any, in ways made to be slow to read. */
export function headAttacks(team: TestTeam): Attack[] {
  const places = [
    (text: string) => `${pathOf(ListEvaluations)}?${text}`,
    (text: string) => `${pathOf(ListEvaluations)}/${text}`,
    (text: string) => `${pathOf(GetStatistics, { path: { id: team.evaluation } })}?baseline=${text}`,
  ]
  const addresses = IN_ADDRESSES.map(repeated).flatMap(({ name: shape, text }) =>
    places.map((place): Attack => ({ input: 'address', shape, method: 'GET', path: place(text(LONGEST_HEAD)) })),
  )
  const valued = HEADERS.flatMap((header) =>
    IN_HEADERS.map(repeated).map(({ name: shape, text }): Attack => ({
      input: `header ${header}`,
      shape,
      method: 'GET',
      path: pathOf(GetEvaluation, { path: { id: team.evaluation } }),
      headers: { [header]: text(LONGEST_HEAD) },
    })),
  )
  const many = Array.from({ length: 1500 }, (_, at) => [`a${at}`, ''])
  const same = { 'x-forwarded-for': Array.from({ length: 500 }, () => '1.1.1.1') }
  return [
    ...addresses,
    ...valued,
    {
      input: 'headers',
      shape: 'a0:, a1:, …',
      method: 'GET',
      path: pathOf(ListBenchmarks),
      headers: Object.fromEntries(many) as Record<string, string>,
    },
    { input: 'headers', shape: 'one again and again', method: 'GET', path: pathOf(ListBenchmarks), headers: same },
  ]
}

/** What a schema takes longest to refuse; the others are tried on bodies as a whole. */
const WORST = HOSTILE_VALUES.filter(({ name }) => ['[{},…]', '{"0":0,"1":0,…}', '"aaa…"', '{"aaa…":0}'].includes(name))

/** Bodies of a route as large as any, hostile as a whole and in each of their places. */
export function bodyAttacks(operation: Operation, team: TestTeam): Attack[] {
  const { method, path } = operation
  const input = `${method} ${path}`
  if (!operation.hasBody) return []
  const where = path
    .replace('{team}', team.name)
    .replace('{id}', path.startsWith(pathOf(ListKeys)) ? 'a'.repeat(12) : team.evaluation)
  const places = placesOf(bodyOf(operation, team))
  return places.flatMap((place) =>
    (input === MAIN && place.name === 'all of it' ? HOSTILE_VALUES : WORST).flatMap(({ name, text }): Attack[] =>
      [LARGEST_BODY, MOST_MEMBERS_LENGTH].map((length) => {
        const body = place.with(text(length - place.with('').length - 16))
        return { input, shape: `${name} in ${place.name}`, method, path: where, body }
      }),
    ),
  )
}

const LINES = { 'content-type': 'application/x-ndjson' }

/** Benchmarks sent as lines: one of them hostile in each of its places, and as many lines as there can be. */
export function lineAttacks(team: TestTeam): Attack[] {
  const attack = { input: 'lines of a benchmark', method: 'POST', path: pathOf(ImportBenchmark), headers: LINES }
  const { questions, ...head } = bodyOf(attack, team) as { readonly questions: readonly unknown[] }
  const places = questions.slice(0, 1).flatMap(placesOf)
  const hostile = places.flatMap((place) =>
    HOSTILE_VALUES.flatMap(({ name, text }) =>
      [LARGEST_BODY, MOST_MEMBERS_LENGTH].map((length) => ({
        ...attack,
        shape: `${name} in ${place.name}`,
        body: `${JSON.stringify(head)}\n${place.with(text(length - place.with('').length - 16))}`,
      })),
    ),
  )
  const many = ['', ' ', '{}', '0', '"', JSON.stringify(questions[0])].map((line) => ({
    ...attack,
    shape: `${JSON.stringify(line)} on every line`,
    body: `${JSON.stringify(head)}\n${repeated(`${line}\n`).text(8 * LARGEST_BODY)}`,
  }))
  return [...hostile, ...many]
}

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
interface Sender {
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

export interface Suffered extends Attack {
  /** How much longer than without the attack the second team waited, in milliseconds. */
  readonly witnessMs: number
  /** The CPU time the event loop spent at once. */
  readonly turnMs: number
}

/** Writes a Markdown table of inputs: the longest turn of the loop of each, and the second team's longest wait. */
export function attackTable(all: readonly Suffered[]): string {
  const lines = [...new Set(all.map(({ input }) => input))].map((input) => {
    const some = all.filter((each) => each.input === input)
    const longest = some.reduce((a, b) => (b.turnMs > a.turnMs ? b : a))
    const wait = Math.max(...some.map(({ witnessMs }) => witnessMs))
    return [
      input,
      String(some.length),
      `${longest.turnMs.toFixed(0)} ms`,
      `\`${longest.shape}\``,
      `${wait.toFixed(0)} ms`,
    ]
  })
  const heads = ['input', 'shapes', 'longest turn', 'by', 'second team waits longer by']
  return [heads, heads.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')
}
