import { logger, nameService } from './logger.js'

/** Runs a process's main program under its name; on failure logs why in the last line and exits with 1. */
export function runProcess(service: string, main: () => Promise<void>): void {
  nameService(service)
  main().catch((error: unknown) => {
    logger('Start').error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  })
}
