import { fetchQuestionCounts } from '../api/fetch-questions'
import { questionAddress, type Selection } from './selection'
import { WorstLink } from './worst-link'

interface Props {
  readonly id: string
  readonly selection: Selection
}

/** Leads to the question on which methods disagree worst, its neighbours being other disagreements; nothing if they agree. */
export async function WorstDisagreement({ id, selection }: Props) {
  const answer = await fetchQuestionCounts(id, selection)
  if (!answer.ok || answer.value.worst === null) return null
  const { examples } = selection
  return <WorstLink address={questionAddress(id, answer.value.worst, { filter: 'disagree', examples })} />
}
