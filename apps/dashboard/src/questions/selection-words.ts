import type { NamedReport } from '../families/name-methods'
import { FILTER_WORDS, VERDICT_WORDS } from './filter-words'
import { filtersOf, type Selection } from './selection'

/** Says in words which questions a selection finds; empty where it finds all. */
export function selectionWords(selection: Selection, methods: readonly NamedReport[]): string {
  const { method, verdict, answer, q } = selection
  const named = methods.find(({ key, label }) => key === method || label === method)?.name ?? method
  const verdicts: Readonly<Record<string, string>> = VERDICT_WORDS
  const filters: Readonly<Record<string, { readonly finds: string }>> = FILTER_WORDS
  const own = verdict === undefined ? [] : [`${named ?? 'a method'} ${verdicts[verdict] ?? verdict}`]
  const all = filtersOf(selection).map((name) => filters[name]?.finds ?? name)
  const words = [
    ...own,
    ...(method === undefined || verdict !== undefined ? all : all.map((each) => `${each} (${named})`)),
    ...(answer === undefined ? [] : [`${method === undefined ? 'a method' : named} answered “${answer}”`]),
    ...(q === undefined ? [] : [`the question or its id contains “${q}”`]),
  ]
  return words.join(', and ')
}
