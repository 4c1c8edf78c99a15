import type { QuestionView } from '@cges-fleet/core'
import Link from 'next/link'
import type { QuestionAt } from './question-at'
import { mirrored, questionAddress, type Selection } from './selection'

interface Props {
  readonly id: string
  readonly at: QuestionAt
  readonly neighbours: QuestionView['neighbours']
  readonly selection: Selection
}

/** Links to the neighbouring questions, and their keys; the page two steps away is prefetched. */
export function QuestionNav({ id, at, neighbours, selection }: Props) {
  const { previous, next, secondPrevious, secondNext, previousDisagreement, nextDisagreement } = neighbours
  const narrowed = Object.keys(selection).some((key) => key !== 'examples')
  const link = (place: QuestionView['neighbours']['next'], text: string, key: string) =>
    place === null ? (
      <span className="muted">{text}</span>
    ) : (
      <Link prefetch href={questionAddress(id, place, selection)} aria-keyshortcuts={key} title={`Key: ${key}`}>
        {text}
      </Link>
    )
  return (
    <nav className="question-nav" aria-label="Questions">
      {link(previous, '← Previous', 'k')}
      {link(next, 'Next →', 'j')}
      {link(previousDisagreement, '← Disagreement', 'Shift+D')}
      {link(nextDisagreement, 'Disagreement →', 'd')}
      {[secondPrevious, secondNext].map((place) =>
        place === null ? null : (
          <Link
            prefetch
            key={`${place.replicate}.${place.position}`}
            href={questionAddress(id, place, selection)}
            className="sr-only"
            aria-hidden="true"
            tabIndex={-1}
          />
        ),
      )}
      <SameQuestion id={id} at={at} selection={selection} />
      <span className="muted key-hints">
        {narrowed ? 'Previous and next stay within the selection. ' : ''}
        Keys: j/k question, d disagreement, [ ] sample, c copy link, Esc back
      </span>
    </nav>
  )
}

/** The way to the evaluation that this one is compared with. */
function SameQuestion({ id, at, selection }: Omit<Props, 'neighbours'>) {
  if (selection.versus === undefined) return null
  return (
    <Link href={questionAddress(selection.versus, at, mirrored(id, selection))} data-testid="same-question">
      The same question in the other evaluation
    </Link>
  )
}
