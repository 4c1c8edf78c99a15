import type { EvaluationView, QuestionView } from '@cges-fleet/core'
import Link from 'next/link'
import { QuestionCrumbs } from './question-crumbs'
import { questionAddress, questionsAddress, type Selection } from './selection'
import { VisibleText } from './visible-text'

interface Props {
  readonly evaluation: Pick<EvaluationView, 'id' | 'name' | 'replicates'>
  readonly view: QuestionView
  readonly selection: Selection
}

const STATES = { open: 'open: still being decided', closed: 'closed: every method has its verdict', blocked: 'blocked' }

/** Which question this is, and the way to those beside it. */
export function QuestionHeader({ evaluation: { id, name, replicates }, view, selection }: Props) {
  const { position, replicate, questionId, state, neighbours } = view
  const narrowed = Object.keys(selection).some((key) => key !== 'examples')
  const link = (place: QuestionView['neighbours']['next'], text: string, key: string) =>
    place === null ? (
      <span className="muted">{text}</span>
    ) : (
      <Link href={questionAddress(id, place, selection)} aria-keyshortcuts={key} title={`Key: ${key}`}>
        {text}
      </Link>
    )
  return (
    <header>
      <QuestionCrumbs id={id} name={name} list={questionsAddress(id, selection)} />
      <h1>
        Question {position}{' '}
        <span className="muted">
          <VisibleText text={questionId} />
        </span>
      </h1>
      <p className="subtitle">
        {STATES[state]}
        {replicates > 1 ? ` · replicate ${replicate}` : ''}
      </p>
      <nav className="question-nav" aria-label="Questions">
        {link(neighbours.previous, '← Previous', 'k')}
        {link(neighbours.next, 'Next →', 'j')}
        {link(neighbours.previousDisagreement, '← Disagreement', 'Shift+D')}
        {link(neighbours.nextDisagreement, 'Disagreement →', 'd')}
        <span className="muted key-hints">
          {narrowed ? 'Previous and next stay within the selection. ' : ''}
          Keys: j/k question, d disagreement, [ ] sample, c copy link, Esc back
        </span>
      </nav>
    </header>
  )
}
