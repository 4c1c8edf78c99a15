/** A kind of body for importing a benchmark. */
export interface Body {
  readonly name: string
  readonly type: 'application/json' | 'application/x-ndjson'
  make(n: number): Buffer
}

const MB = 1024 * 1024
const WHOLE_BYTES = 1024 * 1024
const LINES_BYTES = 64 * 1024 * 1024

const head = (n: number) => ({ name: `bench-${n}`, title: 'Bench', answerKind: 'math', template: '{question}' })

/** The head, then as many lines as fit. */
function lines(n: number, line: (at: number) => string): Buffer {
  const written = [JSON.stringify(head(n))]
  let bytes = Buffer.byteLength(written[0] ?? '')
  for (let at = 0; at < 100_000; at++) {
    const next = line(at)
    bytes += 1 + Buffer.byteLength(next)
    if (bytes > LINES_BYTES) break
    written.push(next)
  }
  return Buffer.from(written.join('\n'))
}

const question = (n: number, at: number, length: number) => ({
  id: `q-${at}`,
  question: `${n} ${at} `.padEnd(length, 'How many are they? '),
  answer: `${at}`,
})

const choices = Array.from({ length: 26 }, (_, at) => `${at} `.padEnd(8000, 'or this '))

export const HONEST: readonly Body[] = [
  {
    name: 'questions of 600 characters',
    type: 'application/x-ndjson',
    make: (n) => lines(n, (at) => JSON.stringify(question(n, at, 600))),
  },
  {
    name: 'questions of 64,000 characters',
    type: 'application/x-ndjson',
    make: (n) => lines(n, (at) => JSON.stringify(question(n, at, 64_000))),
  },
  {
    name: 'questions with 26 choices of 8,000 characters',
    type: 'application/x-ndjson',
    make: (n) => lines(n, (at) => JSON.stringify({ ...question(n, at, 64_000), choices })),
  },
]

const filled = (start: string, piece: string, [end, bytes]: readonly [string, number]) =>
  Buffer.from(start + piece.repeat(Math.floor((bytes - start.length - end.length - 2) / piece.length)) + end)

/** Valid lines, then one that is refused only after its choices have been examined. */
const last = (n: number, line: Buffer) => Buffer.concat([Buffer.from(`${JSON.stringify(head(n))}\n`), line])

export const HOSTILE: readonly Body[] = [
  {
    name: '{},{}, … as questions',
    type: 'application/json',
    make: (n) => filled(`${JSON.stringify(head(n)).slice(0, -1)},"questions":[`, '{},', ['{}]}', WHOLE_BYTES]),
  },
  {
    name: '{},{}, … as choices of a line',
    type: 'application/x-ndjson',
    make: (n) => last(n, filled(`{"id":"a","question":"?","answer":"1","choices":[`, '{},', ['{}]}', MB])),
  },
  {
    name: '[[[[ …',
    type: 'application/x-ndjson',
    make: () => filled('', '[', ['', LINES_BYTES]),
  },
  {
    name: 'one line without an end',
    type: 'application/x-ndjson',
    make: () => filled('{"name":"', 'x', ['', LINES_BYTES]),
  },
  {
    name: 'empty lines',
    type: 'application/x-ndjson',
    make: (n) => Buffer.concat([Buffer.from(JSON.stringify(head(n))), filled('', '\n', ['', LINES_BYTES - 1000])]),
  },
  {
    name: 'answers that take long to read',
    type: 'application/x-ndjson',
    make: (n) =>
      lines(n, (at) =>
        JSON.stringify({ id: `q-${at}`, question: '?', answer: `(x+${at})${'(x+y+1)^9'.repeat(300)}`.slice(0, 4000) }),
      ),
  },
]
