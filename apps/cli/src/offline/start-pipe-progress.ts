import { fstatSync } from 'node:fs'
import { startProgress } from '../report/start-progress.js'
import type { PipeProgress } from './pipe-lines.js'

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
