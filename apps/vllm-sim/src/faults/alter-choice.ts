import { type Choice, cutChoice } from '../protocol/choice.js'
import type { Fault } from './fault.js'

/** Returns a choice altered by a fault that changes its content; other faults leave it as it is. */
export function alterChoice(choice: Choice, fault: Fault | null): Choice {
  switch (fault?.kind) {
    case 'no-logprobs':
      return { ...choice, logprobs: null }
    case 'minus-9999':
      return withLogprob(choice, fault.token, -9999)
    case 'nan-in-stream':
      return withLogprob(choice, fault.token, Number.NaN)
    case 'finish':
      return { ...cutChoice(choice, fault.afterTokens), finish: fault.reason, stopReason: null }
    default:
      return choice
  }
}

function withLogprob(choice: Choice, token: number, logprob: number): Choice {
  return { ...choice, logprobs: choice.logprobs?.with(Math.min(token, choice.tokens.length - 1), logprob) ?? null }
}
