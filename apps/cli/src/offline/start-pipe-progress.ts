import { fstatSync } from 'node:fs'
import { startProgress } from '../report/start-progress.js'
import type { PipeProgress } from './pipe-lines.js'

/**
 * Starts the bar of a pipe from stdin: its share by bytes where that is a file, else lines alone. None for who types the
 * lines, nor where each line's result appears on the terminal itself.
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
