import type { QuestionView } from '@cges-fleet/core'
import Link from 'next/link'
import { questionAddress, type Selection } from './selection'

interface Props {
  readonly id: string
  readonly neighbours: QuestionView['neighbours']
  readonly selection: Selection
}

/** The ways to the questions beside this one, and the keys that go them; what two steps lead to is fetched before it is asked for. */
export function QuestionNav({ id, neighbours, selection }: Props) {
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
      <span className="muted key-hints">
        {narrowed ? 'Previous and next stay within the selection. ' : ''}
        Keys: j/k question, d disagreement, [ ] sample, c copy link, Esc back
      </span>
    </nav>
  )
}
