import { stopTracing } from '@cges-fleet/telemetry'
import type { INestApplicationContext } from '@nestjs/common'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** A queue whose store is unavailable never closes by itself. */
const PATIENCE_MS = 5000

/**
 * Runs a process's lifecycle hooks and exits with 0: on SIGTERM and SIGINT, and when its parent is gone, which Nest
 * does not watch. Whatever has not closed after five seconds is abandoned: nothing it holds would be lost.
 */
export function endOnSignals(app: INestApplicationContext): void {
  app.enableShutdownHooks([...SIGNALS], { useProcessExit: true })
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  for (const signal of SIGNALS) process.once(signal, () => setTimeout(endNow, PATIENCE_MS).unref())
}

function endNow(): void {
  void stopTracing().finally(() => process.exit(0))
}
