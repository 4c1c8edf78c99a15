import { endMeaning, isEnd } from '../end-meaning.js'
import type { LogSample } from './log-entry.js'

/**
 * Converts a log's `finish_reason` to the fields a sample has. A response that its server gave up is none; one that
 * calls a tool has not concluded and casts no vote, like a declined one.
 */
export function logEnd(word: string | null | undefined): Pick<LogSample, 'finish' | 'error'> {
  if (!isEnd(word)) return { finish: null, error: null }
  const meaning = endMeaning(word)
  switch (meaning) {
    case 'gave_up':
    case 'failed':
      return { finish: null, error: `the model server did not finish the answer (finish_reason ${word})` }
    case 'tool_calls':
      return { finish: 'declined', error: null }
    case 'length':
    case 'declined':
      return { finish: meaning, error: null }
    case 'stop':
    case null:
      return { finish: word === 'ended_early' ? 'ended_early' : 'stop', error: null }
  }
}
