import { logger, nameService } from './logger.js'

/** Runs a process's program under its name; one that fails says why in its last line and ends with 1. */
export function runProcess(service: string, main: () => Promise<void>): void {
  nameService(service)
  main().catch((error: unknown) => {
    logger('Start').error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  })
}
