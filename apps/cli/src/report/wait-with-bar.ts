import { counted, type EvaluationView } from '@cges-fleet/core'
import { startProgress } from './start-progress.js'

/** How often the time is shown anew. */
const EVERY_MS = 300

/**
 * Waits for an answer that comes all at once, such as statistics; on a terminal, shows for what and for how long. Work
 * that prints something itself gets `tell`, which prints beside the bar.
 */
export async function waitWithBar<T>(
  label: string,
  forWhat: string,
  answer: Promise<T> | ((tell: (text: string) => void) => Promise<T>),
): Promise<T> {
  const bar = startProgress(label)
  const tell = (text: string) => {
    bar.clear()
    console.error(text)
  }
  const shown = setInterval(() => bar.wait(forWhat), EVERY_MS)
  try {
    return await (typeof answer === 'function' ? answer(tell) : answer)
  } finally {
    clearInterval(shown)
    bar.clear()
  }
}

/** Formats the number of trials that an evaluation's statistics cover. */
export function judgedIn({ trials }: EvaluationView): string {
  return counted(trials.total, 'trial')
}
