import type { INestApplicationContext } from '@nestjs/common'

/**
 * Ends a process by its lifecycle hooks: on SIGTERM and SIGINT, and where whoever started it is gone, which Nest does not
 * watch. It then exits with 0.
 */
export function endOnSignals(app: INestApplicationContext): void {
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true })
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
