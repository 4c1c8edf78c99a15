import { printable } from '../manners/printable.js'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { LineResult } from './line.js'

export interface Pipe {
  readonly input: Readable
  readonly output: Writable
  readonly errors: Writable
  readonly progress?: PipeProgress
}

export interface PipeProgress {
  /** Told after each line how many there were. */
  show(lines: number): void
  clear(): void
}

/**
 * Maps lines to lines, in order; skips blank lines. A bad line is reported on stderr by its number and gives no output.
 * Returns the number of bad lines. Ends quietly if the reader closes the pipe.
 */
export async function pipeLines(
  { input, output, errors, progress }: Pipe,
  handle: (line: string) => LineResult,
): Promise<number> {
  let number = 0
  let bad = 0
  let gone = false
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    gone = true
  })
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number += 1
    if (gone) break
    if (line.trim() === '') continue
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
