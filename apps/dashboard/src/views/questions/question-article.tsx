'use client'

import type { EvaluationView, QuestionView } from '@cges-fleet/core'
import { getQuestion } from '@cges-fleet/core/addresses'
import { writePath } from '@cges-fleet/core/contract'
import type { ConfidenceSignal } from '@cges-fleet/methods'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useCallback, useState } from 'react'
import { questionAddress, questionsAddress, type Selection } from '../../addresses/questions'
import { VerdictsTable } from './verdicts-table'
import { PromptPanel, QuestionHeader } from './question-header'
import { SamplesPanel } from './samples-panel'
import { trialVotes, VoteBar } from './vote-bar'
import { fileName } from '../../ui/charts/save-file'
import { type NamedReport, nameMethods } from '../../ui/methods/names'
import { useProvenanceMark } from '../../ui/provenance/provenance-scope'
import { fetchLater } from '../../ui/shell/fetch-later'
import { useKeys } from '../../ui/shell/keys'
import { laterPart } from '../../ui/shell/later-part'

const later = () => fetchLater(() => import('./later-parts'))
const CommentsPanel = lazy(() => later().then((parts) => ({ default: parts.CommentsPanel })))
const NothingRead = lazy(() => later().then((parts) => ({ default: parts.NothingRead })))

/** What replays the methods brings the mathematics of every rule. */
const DecidingFigure = laterPart(() => import('./deciding-parts').then((parts) => parts.DecidingFigure))
const WhatIfPanel = laterPart(() => import('./deciding-parts').then((parts) => parts.WhatIfPanel))

/** The parameters of a question's address besides the selection: method, opened sample, value tried, tab. */
interface Shown {
  readonly m: string | undefined
  readonly i: string | undefined
  readonly g: string | undefined
  readonly tab: string | undefined
}

interface Props {
  readonly evaluation: Pick<
    EvaluationView,
    | 'id'
    | 'name'
    | 'status'
    | 'reason'
    | 'pool'
    | 'methods'
    | 'replicates'
    | 'samples'
    | 'provenance'
    | 'simulated'
    | 'source'
  >
  readonly view: QuestionView
  readonly selection: Selection
  readonly shown: Shown
  /** The confidence that each method reads, by its key; null if none. */
  readonly signals: Readonly<Record<string, ConfidenceSignal | null>>
  /** Whether the reader may comment. */
  readonly mayWrite: boolean
}

/** One question: the prompt, the answers, how each method decided, and how it would have decided otherwise. */
export function QuestionArticle({ evaluation, view, selection, shown, signals, mayWrite }: Props) {
  const { id } = evaluation
  const reports = nameMethods(evaluation.methods)
  const [values, change] = useAddress({ ...shown })
  const chosen = chosenOf(reports, values['m'])
  const open = openSample(view, values['i'])
  const onOpen = (index: number | null) => change({ i: index === null ? undefined : String(index + 1) })
  useQuestionKeys({ id, view, selection, open, onOpen })
  if (chosen === null) return null
  return (
    <article className="question-page">
      <QuestionHeader evaluation={evaluation} view={view} selection={selection} />
      <div className="question-columns">
        <div className="question-side">
          <PromptPanel
            view={view}
            fullAddress={questionAddress(id, view, { ...selection, ...values, examples: '1' })}
          />
          <Suspense>
            <CommentsPanel id={id} view={view} mayWrite={mayWrite} />
          </Suspense>
          <VoteBar view={view} />
          <VerdictsTable view={view} reports={reports} chosen={chosen.key} />
        </div>
        <DecidingPanels {...{ evaluation, view, reports, chosen, values, change }} />
      </div>
      <SamplesPanel
        {...{ id, view, chosen, open, onOpen }}
        examples={selection.examples}
        signal={signals[chosen.key] ?? null}
      />
      <QuestionFile id={id} view={view} examples={selection.examples} />
    </article>
  )
}

interface DecidingProps extends Pick<Props, 'evaluation' | 'view'> {
  readonly reports: readonly NamedReport[]
  readonly chosen: NamedReport
  readonly values: Readonly<Record<string, string | undefined>>
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** How the methods decided, and how one would have with another value. */
function DecidingPanels({ evaluation, view, reports, chosen, values, change }: DecidingProps) {
  const votes = trialVotes(view)
  const byAnswer = values['tab'] === 'answers'
  const isChosen = values['m'] !== undefined
  return (
    <div className="question-main">
      {votes.length > 0 ? null : (
        <Suspense>
          <NothingRead evaluation={evaluation} view={view} />
        </Suspense>
      )}
      <MethodChoice
        reports={reports}
        chosen={chosen}
        byAnswer={byAnswer}
        onMethod={(m) => change({ m, g: undefined })}
        onTab={(tab) => change({ tab })}
      />
      {votes.length > 0 ? <DecidingFigure {...{ view, reports, votes, chosen, byAnswer, isChosen }} /> : null}
      <WhatIfPanel
        view={view}
        report={chosen}
        votes={votes}
        value={values['g'] === undefined ? null : Number(values['g'])}
        onChange={(value) => change({ g: value === null ? undefined : String(value), m: chosen.key })}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly reports: readonly NamedReport[]
  readonly chosen: NamedReport
  readonly byAnswer: boolean
  readonly onMethod: (key: string) => void
  readonly onTab: (tab: string | undefined) => void
}

function MethodChoice({ reports, chosen, byAnswer, onMethod, onTab }: ChoiceProps) {
  return (
    <div className="method-choice">
      <label>
        Method{' '}
        <select value={chosen.key} onChange={(event) => onMethod(event.target.value)}>
          {reports.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <span className="tabs">
        <button type="button" aria-pressed={!byAnswer} onClick={() => onTab(undefined)}>
          Every method
        </button>
        <button type="button" aria-pressed={byAnswer} onClick={() => onTab('answers')}>
          Every answer
        </button>
      </span>
    </div>
  )
}

/** The method requested, else the first that CGES decides by, else the first. */
function chosenOf(reports: readonly NamedReport[], key: string | undefined): NamedReport | null {
  const named = reports.find((report) => report.key === key || report.label === key)
  return named ?? reports.find(({ spec }) => spec.method === 'cges') ?? reports[0] ?? null
}

function openSample({ samples }: QuestionView, text: string | undefined): number | null {
  const index = Number(text) - 1
  return samples.some((sample) => sample.index === index) ? index : null
}

interface Keyed {
  readonly id: string
  readonly view: QuestionView
  readonly selection: Selection
  readonly open: number | null
  readonly onOpen: (index: number | null) => void
}

function useQuestionKeys({ id, view, selection, open, onOpen }: Keyed): void {
  const { push } = useRouter()
  const { previous, next, previousDisagreement, nextDisagreement } = view.neighbours
  const go = (place: QuestionView['neighbours']['next']) => {
    if (place !== null) push(questionAddress(id, place, selection))
  }
  const step = (by: number) => {
    const to = open === null ? (by > 0 ? 0 : view.samples.length - 1) : open + by
    if (view.samples.some(({ index }) => index === to)) onOpen(to)
  }
  useKeys({
    j: () => go(next),
    k: () => go(previous),
    d: () => go(nextDisagreement),
    D: () => go(previousDisagreement),
    '[': () => step(-1),
    ']': () => step(1),
    c: () => void navigator.clipboard.writeText(globalThis.location.href).catch(() => undefined),
    Escape: () => (open === null ? push(questionsAddress(id, selection)) : onOpen(null)),
  })
}

type Values = Readonly<Record<string, string | undefined>>

/**
 * Keeps a page's choices in its address, so that a copied link shows the same; the page is not requested again.
 * Undefined values are removed from the address.
 */
function useAddress(initial: Values): readonly [Values, (changes: Values) => void] {
  const [values, setValues] = useState(initial)
  const change = useCallback((changes: Values) => {
    setValues((before) => ({ ...before, ...changes }))
    const url = new URL(globalThis.location.href)
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) url.searchParams.delete(key)
      else url.searchParams.set(key, value)
    }
    globalThis.history.replaceState(globalThis.history.state, '', url)
  }, [])
  return [values, change]
}

interface QuestionFileProps {
  readonly id: string
  readonly view: Pick<QuestionView, 'position' | 'replicate'>
  readonly examples: string | undefined
}

/** Everything shown of a question, as the API returns it, in a file whose name states the provenance of the numbers. */
function QuestionFile({ id, view: { position, replicate }, examples }: QuestionFileProps) {
  const { short } = useProvenanceMark()
  const query = { replicate: String(replicate), ...(examples === undefined ? {} : { examples }) }
  const address = writePath(getQuestion, { path: { id, position: String(position) }, query })
  return (
    <p className="exports">
      <span className="muted">Download</span>
      <a href={address} download={fileName(`question ${position} ${short}`, 'json')}>
        this question as JSON
      </a>
    </p>
  )
}
