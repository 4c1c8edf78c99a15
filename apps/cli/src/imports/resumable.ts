import { UsageError } from '../usage-error.js'

const EXIT_INTERRUPTED = 130

/** Does what a second run goes on with, and says so, with `how`, where it fails or is interrupted. */
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
