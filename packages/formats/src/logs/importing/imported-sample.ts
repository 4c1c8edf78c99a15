import { type ImportedSample, TokenCount } from '@cges-fleet/core'
import type { Confidences, ConfidenceSignal } from '@cges-fleet/methods'
import { InputError } from '../../files/data-file.js'
import { logAnswer } from '../log-answer.js'
import { type LogSample, logSignals, sampleTokens } from '../log-entry.js'
import type { LogWanted, SignalMaps } from './survey-log.js'

/** Converts a sample of a log to one the fleet stores, with every signal its methods need. */
export function importedSample(
  sample: LogSample,
  place: { readonly questionId: string; readonly index: number },
  wanted: LogWanted & { readonly signals: readonly ConfidenceSignal[] },
): ImportedSample {
  const { kind, from, known, truncatedVote } = wanted.rules
  const question = known?.get(place.questionId)
  const read = logAnswer(sample, {
    kind,
    from,
    truncatedVote,
    choices: question?.choices?.length,
    gold: question?.answer,
  })
  const answer = read?.answer ?? null
  const { text, finish, promptTokens, seed } = sample
  const error = sample.error ?? (finish === 'ended_early' ? 'ended early, before its answer' : null)
  return {
    ...place,
    outcome: outcomeOf({ finish, error }, answer),
    answer,
    answerTier: read?.tier ?? null,
    text,
    signals: error === null ? signalsOf(sample, wanted.maps, wanted.signals) : null,
    finishReason: finish,
    promptTokens: tokenCount(place, 'prompt', promptTokens),
    completionTokens: tokenCount(place, 'completion', sampleTokens(sample)),
    seed,
    error: error?.slice(0, 1000) ?? null,
  }
}

function outcomeOf(
  { error, finish }: Pick<LogSample, 'error' | 'finish'>,
  answer: string | null,
): ImportedSample['outcome'] {
  if (error !== null) return 'infra_error'
  // A truncated response has an answer only if it was asked to vote.
  if (finish === 'length' && answer === null) return 'truncated'
  if (finish === 'declined') return 'declined'
  return answer === null ? 'no_answer' : 'answer'
}

/** A signal missing from the log is replaced as in a replay: a reward for rm, else a plain confidence. */
function signalsOf(sample: LogSample, maps: SignalMaps, signals: readonly ConfidenceSignal[]): Confidences {
  const logged = logSignals(sample)
  const stand = signals.flatMap((signal) => {
    if (logged[signal] !== undefined) return []
    const isReward = signal === 'rm' && sample.reward !== null
    const value = isReward
      ? maps.reward.map(sample.reward)
      : sample.confidence === null
        ? null
        : maps.confidence.map(sample.confidence)
    if (value === null) return []
    if (!(value >= 0 && value <= 1)) {
      const option = isReward ? '--reward-map' : '--confidence-map'
      throw new InputError(`${value} is not in [0, 1]: map it with ${option} logistic:center,scale`)
    }
    return [[signal, value] as const]
  })
  return { ...logged, ...Object.fromEntries(stand) }
}

/**
 * Returns a log's count of tokens; throws a InputError that says where it is and what to do if it is out of its bounds,
 * since it would make the figures of the whole evaluation meaningless.
 */
export function tokenCount(
  { questionId, index }: { readonly questionId: string; readonly index: number },
  of: 'prompt' | 'completion',
  count: number | null,
): number | null {
  const problem = count === null ? undefined : TokenCount.safeParse(count).error?.issues[0]?.message
  if (problem === undefined) return count
  throw new InputError(
    `question ${questionId}, sample ${index}: the log counts ${count} ${of} tokens, but the count ${problem}. ` +
      `Correct the log, or remove its token counts.`,
  )
}
