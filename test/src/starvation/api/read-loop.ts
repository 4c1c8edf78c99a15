import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RunningApp } from '../../fleet/spawn-app.js'

export interface LoopReading {
  /** The most CPU time the loop spent before it came to anything else. */
  readonly longestTurnMs: number
  readonly cpuMs: number
}

/** Node's flags for a process whose loop is read. */
export const PROBED = [
  '--import',
  fileURLToPath(new URL('../../../dist/starvation/api/loop-probe.js', import.meta.url)),
]

/** Reads what a probed process spent since it was read last. */
export async function readLoop({ process: child }: RunningApp): Promise<LoopReading> {
  const reply = once(child, 'message')
  child.send('read loop')
  const [message] = (await reply) as [{ readonly loop: LoopReading }]
  return message.loop
}
