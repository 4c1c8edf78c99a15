import { type QuestionFilter, SLOW_TIMES, type VerdictState } from '@cges-fleet/core'
import { filtersOf, type Selection } from '../../addresses/questions'
import type { NamedReport } from '../../ui/methods/names'

/** Each filter's name on its button, and what it finds. */
export const FILTER_WORDS: Readonly<Record<QuestionFilter, { readonly name: string; readonly finds: string }>> = {
  disagree: { name: 'Methods disagree', finds: 'methods gave different answers' },
  'confident-wrong': { name: 'Wrong and confident', finds: 'a verdict is wrong with a score of at least 0.9' },
  'would-flip': {
    name: 'Would flip later',
    finds: 'a method stopped early with another answer than the vote over its whole budget',
  },
  unresolved: { name: 'Unfinished', finds: 'a method has no verdict' },
  blocked: { name: 'Failed', finds: 'a sample could not be drawn' },
  redrawn: { name: 'Retried', finds: 'a sample took more than one attempt' },
  slow: {
    name: 'Slow',
    finds: `a sample took more than ${SLOW_TIMES} times as long as one usually does here`,
  },
  flagged: { name: 'Flagged', finds: 'a member of your team flagged the question' },
  commented: { name: 'Commented or flagged', finds: 'a member of your team commented on the question or flagged it' },
  truncated: { name: 'Truncated', finds: 'a sample was cut at its token limit' },
}

/** How one method ended, as it reads after the method's name. */
export const VERDICT_WORDS: Readonly<Record<VerdictState, string>> = {
  correct: 'was right',
  wrong: 'was wrong',
  unanswered: 'has a verdict without an answer',
  resolved: 'has a verdict',
  unresolved: 'has no verdict',
  blocked: 'failed',
}

/** Describes in words which questions a selection finds; empty if it finds all. */
export function selectionWords(selection: Selection, methods: readonly NamedReport[]): string {
  const { method, verdict, answer, q } = selection
  const named = methods.find(({ key, label }) => key === method || label === method)?.name ?? method
  const verdicts: Readonly<Record<string, string>> = VERDICT_WORDS
  const filters: Readonly<Record<string, { readonly finds: string }>> = FILTER_WORDS
  const verdictWords = verdict === undefined ? [] : [`${named ?? 'a method'} ${verdicts[verdict] ?? verdict}`]
  const all = filtersOf(selection).map((name) => filters[name]?.finds ?? name)
  const words = [
    ...verdictWords,
    ...agreementWords(selection, methods),
    ...(method === undefined || verdict !== undefined ? all : all.map((each) => `${each} (${named})`)),
    ...(answer === undefined ? [] : [`${method === undefined ? 'a method' : named} answered “${answer}”`]),
    ...(q === undefined ? [] : [`the question or its id contains “${q}”`]),
  ]
  return words.join(', and ')
}

const AGREEMENTS: Readonly<Record<string, (one: string, other: string) => string>> = {
  both: (one, other) => `${one} and ${other} are both right`,
  this: (one, other) => `${one} is right and ${other} is not`,
  other: (one, other) => `${other} is right and ${one} is not`,
  neither: (one, other) => `neither ${one} nor ${other} is right`,
}

/** Who is right of two methods that are compared. */
function agreementWords(
  { agreement, method, versus, versusMethod = method }: Selection,
  methods: readonly NamedReport[],
): string[] {
  if (agreement === undefined) return []
  const nameOf = (text: string | undefined) =>
    methods.find(({ key, label }) => key === text || label === text)?.name ?? text ?? 'a method'
  const other = `${nameOf(versusMethod)}${versus === undefined ? '' : ' of the evaluation it is compared with'}`
  return [AGREEMENTS[agreement]?.(nameOf(method), other) ?? agreement]
}
