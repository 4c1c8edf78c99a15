import Link from 'next/link'
import { Suspense } from 'react'
import { fetchQuestionCounts } from '../api/fetch-questions'
import type { NamedReport } from '../families/name-methods'
import { formatCount } from '../format/format-count'
import { questionsAddress, type Selection } from './selection'
import { selectionWords } from './selection-words'

interface Props {
  readonly id: string
  readonly selection: Selection
  readonly methods: readonly NamedReport[]
  /** Whether the evaluation has several replicates of each question. */
  readonly several: boolean
}

/** How many questions the selection finds, of how many, in words; counted while the list is shown already. */
export function Matching({ id, selection, methods, several }: Props) {
  const words = selectionWords(selection, methods)
  const unit = several ? 'trials (a question in one replicate)' : 'questions'
  return (
    <p className="matching">
      <Suspense fallback={words === '' ? 'Counting …' : `Counting: ${words} …`}>
        <Count id={id} selection={selection} unit={unit} words={words} />
      </Suspense>{' '}
      {words === '' ? null : <Link href={questionsAddress(id, { examples: selection.examples })}>Show all</Link>}
    </p>
  )
}

interface CountProps extends Pick<Props, 'id' | 'selection'> {
  readonly unit: string
  readonly words: string
}

/** The number of matches, and among how many if not all could be examined. */
async function Count({ id, selection, unit, words }: CountProps) {
  const answer = await fetchQuestionCounts(id, selection)
  if (!answer.ok) return <>They could not be counted: {answer.problem.title}.</>
  const { matching, trials, lookedAt } = answer.value
  const among = lookedAt < trials ? `the first ${formatCount(lookedAt)} of ${formatCount(trials)}` : formatCount(trials)
  return (
    <>
      <strong data-testid="matching">{formatCount(matching)}</strong> of {among} {unit}
      {words === '' ? '' : `: ${words}`}.
    </>
  )
}
