import { Transform } from 'node:stream'
import { startProgress } from './start-progress.js'

/** Passes bytes through and shows how many, and of how many if the total is known. */
export function countBytes(label: string, total: number | null): Transform {
  const bar = startProgress(label)
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      bytes += chunk.length
      bar.show({ done: kilobytes(bytes), total: total === null ? null : kilobytes(total), what: 'kB' })
      pass(null, chunk)
    },
    flush(pass) {
      bar.clear()
      pass()
    },
  })
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1000)
}
