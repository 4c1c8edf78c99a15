import type { NamedReport } from '../families/name-methods'
import { FILTER_WORDS, VERDICT_WORDS } from './filter-words'
import { filtersOf, type Selection } from './selection'

/** Describes in words which questions a selection finds; empty if it finds all. */
export function selectionWords(selection: Selection, methods: readonly NamedReport[]): string {
  const { method, verdict, answer, q } = selection
  const named = methods.find(({ key, label }) => key === method || label === method)?.name ?? method
  const verdicts: Readonly<Record<string, string>> = VERDICT_WORDS
  const filters: Readonly<Record<string, { readonly finds: string }>> = FILTER_WORDS
  const own = verdict === undefined ? [] : [`${named ?? 'a method'} ${verdicts[verdict] ?? verdict}`]
  const all = filtersOf(selection).map((name) => filters[name]?.finds ?? name)
  const words = [
    ...own,
    ...agreementWords(selection, methods),
    ...(method === undefined || verdict !== undefined ? all : all.map((each) => `${each} (${named})`)),
    ...(answer === undefined ? [] : [`${method === undefined ? 'a method' : named} answered “${answer}”`]),
    ...(q === undefined ? [] : [`the question or its id contains “${q}”`]),
  ]
  return words.join(', and ')
}

const AGREEMENTS: Readonly<Record<string, (own: string, other: string) => string>> = {
  both: (own, other) => `${own} and ${other} are both right`,
  this: (own, other) => `${own} is right and ${other} is not`,
  other: (own, other) => `${other} is right and ${own} is not`,
  neither: (own, other) => `neither ${own} nor ${other} is right`,
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
