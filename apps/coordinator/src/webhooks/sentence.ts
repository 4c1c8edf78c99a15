import {
  counted,
  countedOf,
  EvaluationReason,
  evaluationReasonWords,
  statusWords,
  type WebhookMessage,
} from '@cges-fleet/core'

/** The most characters of the sentence: Slack advises 4,000 for a text, and the link comes after it. */
export const LONGEST_SENTENCE = 3000

/** Says a message in one sentence, for people. */
export function sentenceOf(message: WebhookMessage): string {
  if (message.type === 'webhook.test')
    return `Team ${message.team} tests the webhook ${message.webhook}. Nothing has happened.`
  const { type, evaluation } = message
  switch (type) {
    case 'evaluation.ended':
      return `${evaluation.name} ${became(evaluation)}, ${finished(message)}${best(message)}.${why(message)}`
    case 'evaluation.stuck':
      return `${evaluation.name} is stuck, ${finished(message)}.${why(message)}`
    case 'evaluation.alarm':
      return `${evaluation.name} raised an alarm after ${counted(message.alarm?.at ?? 0, 'question')}.${why(message)}`
  }
}

type Event = Exclude<WebhookMessage, { readonly type: 'webhook.test' }>

function became(evaluation: Event['evaluation']): string {
  return evaluation.status === 'failed' ? 'failed' : `is ${statusWords(evaluation)}`
}

function finished({ evaluation: { trials } }: Event): string {
  return `with ${countedOf(trials.closed, trials.total, 'question')} finished`
}

function best({ best }: Event): string {
  if (best === null) return ''
  const right = `${(100 * best.accuracy).toFixed(1)} %`
  return ` and ${best.method} the most accurate: ${right} at ${best.calls.toFixed(2)} calls a question`
}

function why({ evaluation: { reason } }: Event): string {
  const known = EvaluationReason.safeParse(reason)
  return known.success ? ` ${evaluationReasonWords(known.data)}` : ''
}
