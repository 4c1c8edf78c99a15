'use client'

import type { AccountsView } from '@cges-fleet/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldFault } from '../../api/browser'
import { counted } from '@cges-fleet/core/counted'
import { type OwnQuestions, useOwnQuestions } from '../benchmarks/question-choices'
import { ForecastSummary } from './forecast-summary'
import { useDraft, useForecast, useSubmit } from './submitting'
import { Copyable } from '../../ui/shell/copying'
import { advancedSettings, changesOf, type Draft, type Submission } from './draft'
import { fieldId, useFaults } from './fields'
import { MethodsSection } from './methods-section'
import type { Offer } from './offer'
import { Presets } from './presets'
import { AdvancedSection } from './sections'
import { SubjectSection } from './subject-section'
import { mostCalls, submissionOf, submissionTexts, suiteOf, type Target } from './submission'
import { SubmitButton, useScriptsRun } from '../../ui/shell/submit-button'

interface Props {
  readonly offer: Offer
  readonly first: Draft
  /** The evaluation it is cloned from, if any. */
  readonly cloned: string | null
  /** Under which name this tab keeps what is typed. */
  readonly draftName: string
  readonly limits: AccountsView['limits'] | null
  readonly target: Target
  /** Whether the form opens for questions of one's own. */
  readonly isOwn: boolean
}

/** The form of a new evaluation; beside it what it would take, and the same as text. */
export function NewEvaluation({ offer, first, cloned, draftName, limits, target, isOwn: opensOwn }: Props) {
  const { isKept, forget, ...kept } = useDraft(`new-evaluation:${draftName}`, first)
  const { own, setOwn, draft, change } = useOwn(opensOwn, kept)
  const submission = submissionOf(draft)
  const foreseen = useForecast(submission, own === null)
  const { busy, refusal, submit } = useSubmit()
  const ready = useScriptsRun()
  const faults = useFaults(foreseen.faults)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    faults.touchAll()
    if ((own === null || (await own.store()) !== null) && (await submit(submission))) forget()
  }
  const parts = { draft, change, faults, offer }
  return (
    <form className="new-evaluation" onSubmit={(event) => void send(event)} noValidate aria-label="New evaluation">
      {/* Text typed before the scripts run would be lost. */}
      <fieldset className="sections" disabled={!ready}>
        {refusal === null ? null : <FaultSummary key={refusal.id} {...refusal} />}
        <Presets {...parts} />
        <SubjectSection {...parts} own={own} onOwn={setOwn} />
        <MethodsSection {...parts} />
        <AdvancedSection {...parts} webhooks={offer.webhooks} settings={advancedSettings(submission)} />
        <SameAsText submission={submission} target={target} />
      </fieldset>
      <aside className="summary panel">
        <ForecastOf {...{ own, draft, offer, foreseen, limits }} ofSuite={suiteOf(submission)?.count ?? null} />
        {cloned === null ? null : <ChangesList before={submissionOf(first)} now={submission} />}
        <SubmitRow busy={busy} own={own} isSuite={draft.isSuite} isKept={isKept} onStartOver={forget} />
      </aside>
    </form>
  )
}

/** Questions of one's own, while the form takes them in place of the draft's benchmark. */
function useOwn(opens: boolean, { draft, change }: Pick<ReturnType<typeof useDraft>, 'draft' | 'change'>) {
  const own = useOwnQuestions()
  const [isOwn, setOwn] = useState(opens)
  if (!isOwn) return { own: null, setOwn, draft, change }
  const { benchmark } = draft
  return {
    own,
    setOwn,
    draft: { ...draft, benchmark: own.chosen.name },
    change: (some: Partial<Draft>) => change({ ...some, benchmark }),
  }
}

interface ForecastProps extends Omit<Parameters<typeof ForecastSummary>[0], 'pool'> {
  readonly own: OwnQuestions | null
  readonly draft: Draft
  readonly offer: Offer
}

function ForecastOf({ own, draft, offer, ...rest }: ForecastProps) {
  if (own !== null) return <OwnForecast own={own} draft={draft} />
  return <ForecastSummary {...rest} pool={offer.pools.find(({ name }) => name === draft.pool)} />
}

/** What is known before the questions are saved: the most that it can take. */
function OwnForecast({ own: { parsed }, draft }: { readonly own: OwnQuestions; readonly draft: Draft }) {
  const questions = parsed?.ok === true ? parsed.benchmark.questions.length : null
  const calls = questions === null ? null : mostCalls(draft, questions)
  return (
    <section aria-label="Forecast">
      <h2>Forecast</h2>
      {calls === null ? null : <p>At most {counted(calls, 'model call')}.</p>}
      <p className="muted">Time and cost are forecast once the questions are saved.</p>
    </section>
  )
}

interface SubmitRowProps {
  readonly busy: boolean
  readonly own: OwnQuestions | null
  readonly isSuite: boolean
  readonly isKept: boolean
  readonly onStartOver: () => void
}

function SubmitRow({ busy, own, isSuite, isKept, onStartOver }: SubmitRowProps) {
  return (
    <>
      <SubmitButton className="primary" disabled={busy || (own !== null && own.parsed?.ok !== true)}>
        {busy ? 'Submitting …' : own !== null ? 'Save and start' : isSuite ? 'Start suite' : 'Start evaluation'}
      </SubmitButton>
      {isKept ? (
        <p className="about">
          Your changes are kept in this tab.{' '}
          <button type="button" className="quiet" onClick={onStartOver}>
            Start over
          </button>
        </p>
      ) : null}
    </>
  )
}

interface ChangesListProps {
  readonly before: Submission
  readonly now: Submission
}

/** How a clone differs from its original. */
function ChangesList({ before, now }: ChangesListProps) {
  const changes = changesOf(before, now)
  return (
    <section aria-label="What differs from the original">
      <h3>Against the original</h3>
      {changes.length === 0 ? <p>Nothing differs: it repeats the same run.</p> : null}
      <dl className="changes">
        {changes.map(({ field, before: was, now: is }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              <del>{was}</del> <ins>{is}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The same submission for a file, a shell and a program. */
function SameAsText({ submission, target }: { readonly submission: Submission; readonly target: Target }) {
  const [chosen, setChosen] = useState('YAML')
  const texts = submissionTexts(submission, target)
  const shown = texts.find(({ title }) => title === chosen) ?? texts[0]
  return (
    <details className="panel same-as">
      <summary>The same as YAML, curl or Python</summary>
      <div className="views" role="group" aria-label="As what">
        {texts.map(({ title }) => (
          <button key={title} type="button" aria-pressed={title === shown?.title} onClick={() => setChosen(title)}>
            {title}
          </button>
        ))}
      </div>
      {shown === undefined ? null : (
        <>
          <p className="about">{shown.about}</p>
          <Copyable text={shown.text} key={shown.title} />
        </>
      )}
    </details>
  )
}

interface FaultSummaryProps {
  readonly why: string
  readonly faults: readonly FieldFault[]
}

/** Why it was not submitted, with a way to each field at fault; it takes the focus when it comes. */
function FaultSummary({ why, faults }: FaultSummaryProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section className="panel fault-summary" role="alert" tabIndex={-1} ref={box} data-testid="faults">
      <h2>Not submitted</h2>
      {faults.length === 0 ? <p>{why}</p> : null}
      <ul>
        {faults.map(({ field, problem }) => (
          <li key={`${field} ${problem}`}>
            <a href={`#${fieldId(field)}`} onClick={(event) => leadTo(event, field)}>
              {field === '' ? 'the submission' : field}
            </a>
            : {problem}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Opens what a field is in and focuses it: a link moves the view, and not everywhere the focus. */
function leadTo(event: React.MouseEvent, field: string): void {
  const target = document.getElementById(fieldId(field))
  if (target === null) return
  event.preventDefault()
  for (let at = target.parentElement; at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true
  }
  target.focus()
  target.scrollIntoView({ block: 'center' })
}
