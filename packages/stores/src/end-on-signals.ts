import { stopTracing } from '@cges-fleet/telemetry'
import type { INestApplicationContext } from '@nestjs/common'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** A queue whose store is away never closes by itself. */
const PATIENCE_MS = 5000

/**
 * Ends a process by its lifecycle hooks, with 0: on SIGTERM and SIGINT, and where whoever started it is gone, which Nest does
 * not watch. What has not closed after five seconds is left as it is: nothing it holds would be lost.
 */
export function endOnSignals(app: INestApplicationContext): void {
  app.enableShutdownHooks([...SIGNALS], { useProcessExit: true })
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  for (const signal of SIGNALS) process.once(signal, () => setTimeout(endNow, PATIENCE_MS).unref())
}

function endNow(): void {
  void stopTracing().finally(() => process.exit(0))
}
