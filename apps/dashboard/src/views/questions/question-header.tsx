import type { EvaluationView, QuestionView } from '@cges-fleet/core'
import Link from 'next/link'
import { mirrored, questionAddress, type QuestionAt, questionsAddress, type Selection } from '../../addresses/questions'
import { VisibleText, WithheldNote } from './answers'
import { TextView } from './text-view'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'

interface Props {
  readonly evaluation: Pick<EvaluationView, 'id' | 'name' | 'replicates' | 'provenance' | 'simulated' | 'source'>
  readonly view: QuestionView
  readonly selection: Selection
}

const STATES = {
  open: 'open: still being decided',
  closed: 'finished: every method has a verdict',
  blocked: 'failed: a sample could not be drawn',
}

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

interface QuestionNavProps {
  readonly id: string
  readonly at: QuestionAt
  readonly neighbours: QuestionView['neighbours']
  readonly selection: Selection
}

/** Links to the neighbouring questions, and their keys; the page two steps away is prefetched. */
function QuestionNav({ id, at, neighbours, selection }: QuestionNavProps) {
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
function SameQuestion({ id, at, selection }: Omit<QuestionNavProps, 'neighbours'>) {
  if (selection.versus === undefined) return null
  return (
    <Link href={questionAddress(selection.versus, at, mirrored(id, selection))} data-testid="same-question">
      The same question in the other evaluation
    </Link>
  )
}

interface QuestionCrumbsProps {
  readonly id: string
  readonly name: string
  /** The address of the list, on the page of one of its questions. */
  readonly list?: string
}

/** The way back from questions to their evaluation. */
export function QuestionCrumbs({ id, name, list }: QuestionCrumbsProps) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <Link href="/evaluations">Evaluations</Link> / <Link href={`/evaluations/${encodeURIComponent(id)}`}>{name}</Link>
      {list === undefined ? null : (
        <>
          {' '}
          / <Link href={list}>Questions</Link>
        </>
      )}
    </nav>
  )
}

interface PromptPanelProps {
  readonly view: QuestionView
  /** The same page with everything shown. */
  readonly fullAddress: string
}

/** The prompt, and the benchmark's reference answer. */
export function PromptPanel({ view: { prompt, gold, withheld }, fullAddress }: PromptPanelProps) {
  return (
    <section className="panel prompt" aria-labelledby="prompt-title">
      <h2 id="prompt-title">Prompt</h2>
      {withheld || prompt === null ? (
        <WithheldNote address={fullAddress} />
      ) : (
        <>
          <TextView text={prompt} testId="prompt" />
          <p>
            Reference answer:{' '}
            <strong className="answer-key" data-testid="gold">
              <VisibleText text={gold ?? ''} />
            </strong>{' '}
            <span className="muted">No method sees it. Answers are graded after each method has decided.</span>
          </p>
        </>
      )}
    </section>
  )
}
