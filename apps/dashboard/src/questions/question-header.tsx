import type { EvaluationView, QuestionView } from '@cges-fleet/core'
import { ProvenanceBadge } from '../frame/provenance-badge'
import { QuestionCrumbs } from './question-crumbs'
import { QuestionNav } from './question-nav'
import { questionsAddress, type Selection } from './selection'
import { VisibleText } from './visible-text'

interface Props {
  readonly evaluation: Pick<EvaluationView, 'id' | 'name' | 'replicates' | 'provenance' | 'simulated' | 'source'>
  readonly view: QuestionView
  readonly selection: Selection
}

const STATES = { open: 'open: still being decided', closed: 'closed: every method has its verdict', blocked: 'blocked' }

/** The question's name, and links to its neighbours. */
export function QuestionHeader({ evaluation, view, selection }: Props) {
  const { id, name, replicates } = evaluation
  const { position, replicate, questionId, state, neighbours } = view
  return (
    <header>
      <QuestionCrumbs id={id} name={name} list={questionsAddress(id, selection)} />
      <div className="title-row">
        <h1>
          Question {position}{' '}
          <span className="muted">
            <VisibleText text={questionId} />
          </span>
        </h1>
        <ProvenanceBadge {...evaluation} />
      </div>
      <p className="subtitle">
        {STATES[state]}
        {replicates > 1 ? ` · replicate ${replicate}` : ''}
      </p>
      <QuestionNav id={id} at={view} neighbours={neighbours} selection={selection} />
    </header>
  )
}
