import { Worker } from 'node:worker_threads'
import type { Row } from './growth.js'
import type { JudgeMessage } from './judge-thread.js'

/** Compiled: a thread is no test, and nothing transforms what it loads. */
const THREAD = new URL('../../../dist/starvation/judge/judge-thread.js', import.meta.url)

export interface Judgement {
  readonly rows: readonly Row[]
  readonly faults: readonly string[]
}

/**
 * Judges every case of some inputs in a thread: work that does not end within `patienceMs` is ended, named, and the last
 * to be judged.
 */
export function judgeInputs(inputs: string, patienceMs: number, thread = THREAD): Promise<Judgement> {
  const rows: Row[] = []
  const faults: string[] = []
  const worker = new Worker(thread, { workerData: inputs })
  return new Promise((resolve, reject) => {
    let begun = 'nothing'
    const endless = () => {
      faults.push(`${begun} does not end within ${patienceMs} ms`)
      void worker.terminate()
    }
    let timer = setTimeout(endless, patienceMs)
    worker.on('message', (message: JudgeMessage) => {
      clearTimeout(timer)
      timer = setTimeout(endless, patienceMs)
      if ('begins' in message) begun = message.begins
      else rows.push(message.row)
      if ('fault' in message && message.fault !== null) faults.push(`${begun} ${message.fault}`)
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      clearTimeout(timer)
      resolve({ rows, faults })
    })
  })
}
