import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { counted } from '@cges-fleet/core'
import { z } from 'zod'
import { UsageError } from '../errors.js'

/** A sample as an external rule sees it: no grade, no reference answer. */
export interface CustomVote {
  readonly answer: string | null
  readonly confidence: number | null
  readonly reward: number | null
  readonly signals: Readonly<Record<string, number>>
}

/** Where an external rule stops on a question. */
export interface CustomStop {
  readonly calls: number
  readonly answer: string | null
}

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** How long a rule may be silent, and how long one of its lines may be. */
const SILENCE_MS = 30_000
const MOST_LINE = 100_000

/** How much is kept of the end of its standard error, and how many lines of it are shown. */
const MOST_KEPT = 8_000
const MOST_SHOWN = 12
const LONGEST_SHOWN = 300

/** The allowance that each question of a set adds to both limits, and the most samples one line may have. */
const SILENCE_MS_EACH = 100
const MOST_LINE_EACH = 1_000
const MOST_SAMPLES = 1_000_000

/** The line a rule must write next, with its limits of time and length. */
interface Wanted<T> {
  readonly schema: z.ZodType<T>
  readonly said: string
  readonly questions?: number
}

interface Waiting {
  readonly questions: number
  take(line: string): void
  reject(error: Error): void
}

/**
 * A program that decides: one line of JSON for each question on its standard input, `{"budget": 16, "votes": […]}`, and
 * one line on its standard output for each, `{"calls": 5, "answer": "A"}`; or one line for a whole set of questions,
 * `{"budget": 16, "questions": [{"votes": […]}]}`, and a list of stops. What goes wrong is a `UsageError`.
 */
export class CustomRule {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting: Waiting[] = []
  readonly #stop: Wanted<CustomStop>
  #rest = ''
  #printed = ''
  #answers = 0
  #silence: NodeJS.Timeout | undefined
  #fault: UsageError | null = null
  readonly #interrupted = (signal: NodeJS.Signals): void => {
    this.end()
    process.kill(process.pid, signal)
  }

  constructor(
    private readonly command: {
      readonly name: string
      readonly file: string
      readonly args: readonly string[]
      readonly shell: boolean
    },
    private readonly budget: number,
  ) {
    this.#stop = {
      schema: z.object({ calls: z.int().min(1).max(budget), answer: z.string().nullable() }),
      said: `{"calls": 1 to ${budget}, "answer": text or null}`,
    }
    // It leads its own process group, so that everything it starts can be ended: an interrupt of this program does not
    // reach it. Listen before it starts: an interrupt in between would leave it behind.
    for (const signal of INTERRUPTS) process.once(signal, this.#interrupted)
    this.#child = spawn(command.file, command.args, { shell: command.shell, stdio: 'pipe', detached: true })
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#hear(text))
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#printed = (this.#printed + text).slice(-MOST_KEPT)
    })
    this.#child.stdin.on('error', () => {})
    this.#child.on('error', (error) => this.#fail(`cannot be started: ${error.message}`))
    this.#child.on('close', (code) => this.#fail(`ended with status ${code ?? 'none'} before it had decided`))
  }

  /** Asks a module whether it decides questions one by one or as a set. */
  async decides(): Promise<'question' | 'set'> {
    const schema = z.object({ decides: z.enum(['question', 'set']) })
    return (await this.#ask({}, { schema, said: 'what it decides' })).decides
  }

  /** Asks for one question's stop. */
  async decide(votes: readonly CustomVote[]): Promise<CustomStop> {
    return this.#ask({ budget: this.budget, votes }, this.#stop)
  }

  /** Asks for the stops of all questions at once. */
  async decideSet(pools: readonly (readonly CustomVote[])[]): Promise<CustomStop[]> {
    const samples = pools.reduce((sum, { length }) => sum + length, 0)
    if (samples > MOST_SAMPLES) {
      throw new UsageError(`a rule decides ${MOST_SAMPLES} samples at once at most, and here are ${samples}`)
    }
    return this.#ask(
      { budget: this.budget, questions: pools.map((votes) => ({ votes })) },
      {
        schema: z.array(this.#stop.schema).length(pools.length),
        said: `a list of ${this.#stop.said}, one for each of ${pools.length} questions`,
        questions: pools.length,
      },
    )
  }

  /** Ends the program and every process it started. */
  end(): void {
    clearTimeout(this.#silence)
    for (const signal of INTERRUPTS) process.off(signal, this.#interrupted)
    const { pid } = this.#child
    this.#child.removeAllListeners('close')
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }

  async #ask<T>(line: object, { schema, said, questions = 0 }: Wanted<T>): Promise<T> {
    if (this.#fault !== null) throw this.#fault
    return new Promise((resolve, reject) => {
      const take = (text: string) => {
        const read = schema.safeParse(parsed(text))
        if (!read.success) {
          const [gave, hint] = this.command.shell ? ['wrote', isJson(text) ? '' : NOT_JSON] : ['returned', '']
          return this.#fail(`${gave} ${text.slice(0, 200)}, which is not ${said}${hint}`)
        }
        this.#answers += 1
        this.#waiting.shift()
        resolve(read.data)
      }
      this.#waiting.push({ questions, take, reject })
      this.#listen()
      this.#child.stdin.write(`${JSON.stringify(line)}\n`)
    })
  }

  #hear(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#take(line)
    const most = MOST_LINE + MOST_LINE_EACH * (this.#waiting[0]?.questions ?? 0)
    if (this.#rest.length > most) this.#fail(`wrote a line of over ${most} characters`)
    this.#listen()
  }

  #take(line: string): void {
    const waiting = this.#waiting[0]
    if (waiting === undefined) return this.#fail('wrote a line that nothing asked for')
    waiting.take(line)
  }

  #listen(): void {
    clearTimeout(this.#silence)
    const [waiting] = this.#waiting
    if (waiting === undefined) return
    const silenceMs = SILENCE_MS + SILENCE_MS_EACH * waiting.questions
    const flush = this.command.shell ? FLUSH : ''
    this.#silence = setTimeout(
      () =>
        this.#fail(`gave no answer in ${silenceMs / 1000} seconds, after ${counted(this.#answers, 'answer')}${flush}`),
      silenceMs,
    )
  }

  #fail(what: string): void {
    const error = new UsageError(
      [`the rule ${this.command.name} ${what}`, ...this.printed().map((line) => `  ${line}`)].join('\n'),
    )
    this.#fault ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(error)
    this.end()
  }

  /** The last lines that it wrote to its standard error, without those about this program and Node itself. */
  printed(): string[] {
    return this.#printed
      .split('\n')
      .filter((line) => line.trim() !== '' && !ABOUT_NODE.test(line))
      .slice(-MOST_SHOWN)
      .map((line) => (line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line.trimEnd()))
  }
}

const ABOUT_NODE = /^\s+at .*(?:node:internal|\/rule-host\.js)|^node:internal\/|^Node\.js v/u
const NOT_JSON = '. Its standard output is for answers; write anything else to standard error'
const FLUSH = '. A program must flush each line it writes: in Python, print(…, flush=True)'

function isJson(line: string): boolean {
  return parsed(line) !== null
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
