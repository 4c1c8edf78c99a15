import { parentPort, workerData } from 'node:worker_threads'
import { INPUTS } from '../inputs/all.js'
import type { Case } from '../inputs/cases.js'
import { BOUNDS, growthFault, measureGrowth, type Row } from './growth.js'

/** What a thread tells of a case: that it begins, and how it grew. */
export type JudgeMessage = { readonly begins: string } | { readonly row: Row; readonly fault: string | null }

function judged({ input, shape, limit, work, exponent = BOUNDS.exponent }: Case): JudgeMessage {
  const bounds = { ...BOUNDS, exponent }
  const growth = measureGrowth(work, limit, bounds)
  return { row: { input, shape, limit, ...growth }, fault: growthFault(growth, bounds) }
}

function tell(message: JudgeMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port is no window
  parentPort?.postMessage(message)
}

for (const one of INPUTS[String(workerData)] ?? []) {
  tell({ begins: `${one.input} of ${one.limit} as ${one.shape}` })
  tell(judged(one))
}
