import { fstatSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { printable } from '../shell/printing.js'
import { startProgress } from '../shell/progress.js'

interface Pipe {
  readonly input: Readable
  readonly output: Writable
  readonly errors: Writable
  readonly progress?: PipeProgress
  /** Said if the input has no line. */
  readonly whenEmpty?: string
}

interface PipeProgress {
  /** Told after each line how many there were. */
  show(lines: number): void
  clear(): void
}

/**
 * Maps lines to lines, in order; skips blank lines. A bad line is reported on stderr by its number and gives no output.
 * Returns the number of bad lines. Ends quietly if the reader closes the pipe.
 */
export async function pipeLines(
  { input, output, errors, progress, whenEmpty }: Pipe,
  handle: (line: string) => LineResult,
): Promise<number> {
  let number = 0
  let bad = 0
  let isEmpty = true
  let gone = false
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    gone = true
  })
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number += 1
    if (gone) break
    if (line.trim() === '') continue
    isEmpty = false
    const result = handle(line)
    if (!result.ok) {
      bad += 1
      progress?.clear()
      errors.write(printable(`line ${number}: ${result.problem}\n`))
    } else if (result.output !== undefined && !output.write(printable(`${JSON.stringify(result.output)}\n`))) {
      await canWriteAgain(output)
    }
    progress?.show(number)
  }
  progress?.clear()
  if (gone) input.destroy()
  if (isEmpty && whenEmpty !== undefined) errors.write(`${whenEmpty}\n`)
  return bad
}

function canWriteAgain(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    const events = ['drain', 'close', 'error'] as const
    const settle = (): void => {
      for (const event of events) output.off(event, settle)
      resolve()
    }
    for (const event of events) output.on(event, settle)
  })
}

/**
 * Starts the progress bar for a pipe from stdin: a share of the bytes if stdin is a file, else a count of lines. No bar
 * if the lines are typed in, or if each line's result appears on the terminal itself.
 */
export function startPipeProgress(label: string, printsLines: boolean): PipeProgress {
  if (process.stdin.isTTY || (printsLines && process.stdout.isTTY)) return { show: nothing, clear: nothing }
  const bar = startProgress(label)
  const input = fstatSync(process.stdin.fd)
  const size = input.isFile() ? input.size : null
  return {
    show: (lines) =>
      bar.show({ done: size === null ? lines : process.stdin.bytesRead, total: size, count: lines, what: 'lines' }),
    clear: () => bar.clear(),
  }
}

function nothing(): void {}

/** The result of one line of input: what to print, or what is wrong with it. */
export type LineResult =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly problem: string }
