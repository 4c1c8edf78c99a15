import { UsageError } from '../usage-error.js'

const EXIT_INTERRUPTED = 130

/** Runs resumable work and, if it fails or is interrupted, says `how` to resume it. */
export async function resumable<T>(work: () => Promise<T>, how: string): Promise<T> {
  const interrupted = () => {
    console.error(`\nStopped. ${how}`)
    process.exit(EXIT_INTERRUPTED)
  }
  process.once('SIGINT', interrupted)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${error.message}\n${how}`, { cause: error })
  } finally {
    process.off('SIGINT', interrupted)
  }
}
