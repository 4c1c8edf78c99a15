'use client'
import type { EvaluationView, QuestionView } from '@cges-fleet/core'
import { useRouter } from 'next/navigation'
import { useKeys } from '../frame/use-keys'
import { nameMethods, type NamedReport } from '../families/name-methods'
import { AnswersFigure } from './answers-figure'
import { NothingRead } from './nothing-read'
import { PathFigure } from './path-figure'
import { PromptPanel } from './prompt-panel'
import { QuestionFile } from './question-file'
import { QuestionHeader } from './question-header'
import { SamplesPanel } from './samples-panel'
import { questionAddress, questionsAddress, type Selection } from './selection'
import { trialVotes } from './trial-votes'
import { useAddress } from './use-address'
import { VerdictsTable } from './verdicts-table'
import { VoteBar } from './vote-bar'
import { WhatIfPanel } from './what-if-panel'

/** The parameters of a question's address besides the selection: method, opened sample, value tried, tab. */
export interface Shown {
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
}

/** One question: the prompt, the answers, how each method decided, and how it would have decided otherwise. */
export function QuestionArticle({ evaluation, view, selection, shown }: Props) {
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
          <PromptPanel view={view} told={questionAddress(id, view, { ...selection, ...values, examples: '1' })} />
          <VoteBar view={view} />
          <VerdictsTable view={view} reports={reports} chosen={chosen.key} />
        </div>
        <DecidingPanels {...{ evaluation, view, reports, chosen, values, change }} />
      </div>
      <SamplesPanel id={id} view={view} examples={selection.examples} chosen={chosen} open={open} onOpen={onOpen} />
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
  const front = values['m'] === undefined ? null : chosen
  return (
    <div className="question-main">
      {votes.length === 0 ? <NothingRead evaluation={evaluation} view={view} /> : null}
      <MethodChoice
        reports={reports}
        chosen={chosen}
        byAnswer={byAnswer}
        onMethod={(m) => change({ m, g: undefined })}
        onTab={(tab) => change({ tab })}
      />
      {votes.length > 0 && byAnswer ? <AnswersFigure view={view} report={chosen} votes={votes} /> : null}
      {votes.length > 0 && !byAnswer ? <PathFigure view={view} reports={reports} votes={votes} chosen={front} /> : null}
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
  const asked = reports.find((report) => report.key === key || report.label === key)
  return asked ?? reports.find(({ spec }) => spec.method === 'cges') ?? reports[0] ?? null
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
