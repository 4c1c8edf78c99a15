import { basename } from 'node:path'
import { TINY_BENCHMARK, counted } from '@cges-fleet/core'
import type { PromptParts } from '@cges-fleet/db'
import { UsageError } from '../usage-error.js'
import { countKnown, type KnownQuestions } from './known-questions.js'
import type { Answers } from './start-fleet.js'

/** Describes, before any evaluation, which questions the fleet can answer and what happens to all others. */
export function aboutAnswers(answers: Answers, known: KnownQuestions | null): string {
  switch (answers.kind) {
    case 'servers':
      return `from ${answers.urls.join(', ')}`
    case 'tiny':
      return `from the tiny model, which knows the questions of benchmark ${TINY_BENCHMARK}; to others it writes nonsense`
    case 'recorded': {
      const { fewest = 0, most = 0 } = known?.answers ?? {}
      const each = fewest === most ? `${counted(most, 'answer')} each` : `${fewest} to ${counted(most, 'answer')} each`
      return `replayed from ${basename(answers.file)}: ${counted(known?.questions.length ?? 0, 'question')}, ${each}; any other question is refused, and so is a budget above ${fewest}: their trials are blocked and count in no figure`
    }
    case 'simulated': {
      const whose = answers.scenario === undefined ? 'benchmark demo' : basename(answers.scenario)
      const others = answers.makesUp
        ? 'to any other it makes answers up: for load, never for accuracy'
        : 'any other is refused: its trials are blocked and count in no figure'
      return `simulated: it knows the ${counted(known?.questions.length ?? 0, 'question')} of ${whose}; ${others}`
    }
  }
}

/**
 * Describes how many of a benchmark's questions have no known answer here, and what happens to them; null if all are
 * known.
 */
export function aboutUnknown(benchmark: PromptParts, answers: Answers, known: KnownQuestions | null): string | null {
  const all = benchmark.questions.length
  const unknown = known === null ? 0 : all - countKnown(known, benchmark)
  if (unknown === 0) return null
  const said = `${unknown} of the ${counted(all, 'question')} of benchmark ${benchmark.name} are not among those it knows`
  if (answers.kind === 'simulated' && answers.makesUp) {
    return `${said}: answers to them will be made up, and accuracy means nothing`
  }
  if (unknown < all) return `${said}: they will be blocked, and count in no figure`
  return `${said}: all will be blocked, and an evaluation of it would measure nothing`
}

/** Refuses a demonstration that would measure nothing. */
export function requireKnown(benchmark: PromptParts, answers: Answers, known: KnownQuestions | null): void {
  const isGuessed = answers.kind === 'simulated' && answers.makesUp
  if (known === null || isGuessed || countKnown(known, benchmark) > 0) return
  throw new UsageError(
    `--demo evaluates benchmark ${benchmark.name}, and what is to answer knows none of its ${counted(benchmark.questions.length, 'question')}: nothing would be measured. ` +
      'Leave --demo out, and import the questions it does know (cges benchmark import)',
  )
}
