import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { z } from 'zod'
import { UsageError } from '../../usage-error.js'

/** A sample as somebody's own rule sees it: no grade, no reference answer. */
export interface OwnVote {
  readonly answer: string | null
  readonly confidence: number | null
  readonly reward: number | null
  readonly signals: Readonly<Record<string, number>>
}

/** Where an own rule stops on a question. */
export interface OwnStop {
  readonly calls: number
  readonly answer: string | null
}

const Reply = z.object({ calls: z.int().min(1), answer: z.string().nullable() })

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** How long a rule may be silent, and how long one of its lines and all of its complaints may be. */
const SILENCE_MS = 30_000
const MOST_LINE = 100_000
const MOST_COMPLAINT = 4_000

/**
 * A program that decides: one line of JSON for each question on its standard input, `{"budget": 16, "votes": […]}`, and
 * one line on its standard output for each, `{"calls": 5, "answer": "A"}`. What goes wrong is a `UsageError`.
 */
export class OwnRule {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting: { resolve: (stop: OwnStop) => void; reject: (error: Error) => void }[] = []
  #rest = ''
  #complaint = ''
  #silence: NodeJS.Timeout | undefined
  #fault: UsageError | null = null
  readonly #interrupted = (signal: NodeJS.Signals): void => {
    this.end()
    process.kill(process.pid, signal)
  }

  constructor(
    command: { readonly file: string; readonly args: readonly string[]; readonly shell: boolean },
    private readonly budget: number,
  ) {
    this.#child = spawn(command.file, command.args, { shell: command.shell, stdio: 'pipe', detached: true })
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#hear(text))
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(0, MOST_COMPLAINT)
    })
    this.#child.stdin.on('error', () => {})
    this.#child.on('error', (error) => this.#fail(`cannot be started: ${error.message}`))
    // It leads a group of its own, so that all it starts can be ended: an interrupt of this program does not reach it.
    for (const signal of INTERRUPTS) process.once(signal, this.#interrupted)
    this.#child.on('close', (code) => this.#fail(`ended with status ${code ?? 'none'} before it had decided`))
  }

  /** Asks for one question's stop. */
  async decide(votes: readonly OwnVote[]): Promise<OwnStop> {
    if (this.#fault !== null) throw this.#fault
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#listen()
      this.#child.stdin.write(`${JSON.stringify({ budget: this.budget, votes })}\n`)
    })
  }

  /** Ends the program, with whatever it started. */
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

  #hear(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#take(line)
    if (this.#rest.length > MOST_LINE) this.#fail(`wrote a line of over ${MOST_LINE} characters`)
    this.#listen()
  }

  #take(line: string): void {
    const reply = Reply.safeParse(parsed(line))
    const waiting = this.#waiting[0]
    if (waiting === undefined) return this.#fail('wrote a line that nothing asked for')
    if (!reply.success || reply.data.calls > this.budget) {
      return this.#fail(
        `wrote ${line.slice(0, 200)}, which is not {"calls": 1 to ${this.budget}, "answer": text or null}`,
      )
    }
    this.#waiting.shift()
    waiting.resolve(reply.data)
  }

  #listen(): void {
    clearTimeout(this.#silence)
    if (this.#waiting.length === 0) return
    this.#silence = setTimeout(() => this.#fail(`gave no answer in ${SILENCE_MS / 1000} seconds`), SILENCE_MS)
  }

  #fail(what: string): void {
    const said = this.#complaint.trim() === '' ? '' : `; it said: ${this.#complaint.trim()}`
    const error = new UsageError(`the rule ${what}${said}`)
    this.#fault ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(error)
    this.end()
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
