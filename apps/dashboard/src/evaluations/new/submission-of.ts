import type { Draft, MethodDraft, Submission } from './draft'

/**
 * Converts a draft to the API's form. Text that is not a number where one belongs is kept as typed: the API explains
 * what is wrong with it.
 */
export function submissionOf(draft: Draft): Submission {
  const { name, suite, benchmark, pool, methods, reasoning, paper, interactive, lookahead, notify } = draft
  const sampling = numbersIn(draft.sampling)
  const caps = numbersIn(draft.caps)
  return {
    ...texts({ name, suite }),
    benchmark,
    pool,
    methods: methods.map(methodText),
    ...numbersIn({
      budget: draft.budget,
      questions: draft.questions,
      replicates: draft.replicates,
      seed: draft.seed,
      audit: draft.audit,
    }),
    ...(Object.keys(sampling).length === 0 ? {} : { sampling }),
    ...(Object.keys(caps).length === 0 ? {} : { caps }),
    ...(reasoning ? { reasoning } : {}),
    ...(paper ? { paper } : {}),
    ...(interactive ? { interactive } : {}),
    ...(lookahead === 'off' ? {} : lookahead === 'auto' ? { lookahead } : numbersIn({ lookahead })),
    ...texts({ notify }),
  }
}

/** Formats a method in its short form, with only the parameters that were given. */
export function methodText({ method, values, budget }: MethodDraft): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [`${name}=${value.trim()}`],
  )
  const head = given.length === 0 ? method : `${method}:${given.join(',')}`
  return budget.trim() === '' ? head : `${head}@${budget.trim()}`
}

function texts(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([, text]) => text.trim() !== ''))
}

function numbersIn(given: Readonly<Record<string, string>>): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, text]) => {
      if (text.trim() === '') return []
      const number = Number(text)
      return [[name, Number.isFinite(number) ? number : text]]
    }),
  )
}
