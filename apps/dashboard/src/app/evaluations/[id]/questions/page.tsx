import type { EvaluationView, QuestionPage } from '@cges-fleet/core'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { fetchEvaluation } from '../../../../api/fetch-evaluation'
import { fetchQuestions } from '../../../../api/fetch-questions'
import { type NamedReport, nameMethods } from '../../../../families/name-methods'
import { Instant } from '../../../../frame/instant'
import { ProvenanceBadge } from '../../../../frame/provenance-badge'
import { ProblemPanel } from '../../../../frame/problem-panel'
import { Matching } from '../../../../questions/matching'
import { QuestionFilters } from '../../../../questions/question-filters'
import { QuestionCrumbs } from '../../../../questions/question-crumbs'
import { QuestionList } from '../../../../questions/question-list'
import { QuestionPages } from '../../../../questions/question-pages'
import {
  type SearchParams,
  type Selection,
  selectionIn,
  questionsAddress,
  valueIn,
} from '../../../../questions/selection'
import { SelectionForm } from '../../../../questions/selection-form'
import type { HeldTo } from '../../../../questions/versus-given'
import { WithheldNote } from '../../../../questions/withheld-note'

interface Props {
  readonly params: Promise<{ id: string }>
  readonly searchParams: Promise<SearchParams>
}

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const answer = await fetchEvaluation((await params).id)
  return { title: answer.ok ? `Questions of ${answer.value.name}` : 'Questions' }
}

export default async function Page({ params, searchParams }: Props) {
  const [{ id }, asked] = await Promise.all([params, searchParams])
  const selection = selectionIn(asked)
  const wanted = { ...selection, ...placeIn(asked) }
  const [evaluation, questions, versus] = await Promise.all([
    fetchEvaluation(id),
    fetchQuestions(id, wanted),
    heldTo(selection),
  ])
  if (!evaluation.ok) {
    if ([400, 404].includes(evaluation.problem.status)) notFound()
    return <ProblemPanel problem={evaluation.problem} retry={questionsAddress(id, selection)} page="Questions" />
  }
  const reports = nameMethods(evaluation.value.methods)
  const { replicates } = evaluation.value
  const withheld = questions.ok && questions.value.withheld
  return (
    <article className="questions-page">
      <QuestionCrumbs id={id} name={evaluation.value.name} />
      <Title of={evaluation.value} again={questionsAddress(id, wanted)} />
      <section className="panel">
        <QuestionFilters id={id} selection={selection} />
        <SelectionForm
          key={JSON.stringify(selection)}
          id={id}
          selection={selection}
          methods={reports}
          withheld={withheld}
        />
        <Matching id={id} selection={selection} methods={reports} several={replicates > 1} />
        {withheld ? <WithheldNote address={questionsAddress(id, { ...selection, examples: '1' })} /> : null}
        {questions.ok ? (
          <Found {...{ id, selection, page: questions.value, methods: reports, versus, several: replicates > 1 }} />
        ) : (
          <ProblemPanel problem={questions.problem} retry={questionsAddress(id, {})} />
        )}
      </section>
    </article>
  )
}

interface TitleProps {
  readonly of: EvaluationView
  /** The address to load again. */
  readonly again: string
}

/** A list that changed while it is read would move under the reader: while it is drawn, it says of when it is instead. */
function Title({ of, again }: TitleProps) {
  return (
    <>
      <div className="title-row">
        <h1>Questions</h1>
        <ProvenanceBadge {...of} />
      </div>
      {of.status === 'running' ? (
        <p className="muted" data-testid="as-of">
          It is still being drawn: this is as of <Instant at={of.at} />. <a href={again}>Read again</a>
        </p>
      ) : null}
    </>
  )
}

/** The other evaluation, whose method is compared on correctness. */
async function heldTo({ versus }: Selection): Promise<HeldTo | null> {
  const found = versus === undefined ? null : await fetchEvaluation(versus)
  return found?.ok === true ? { name: found.value.name, methods: nameMethods(found.value.methods) } : null
}

/** The cursor of a page of the list, from the address. */
function placeIn(asked: SearchParams): { after?: string; before?: string } {
  const after = valueIn(asked, 'after')
  if (after !== undefined) return { after }
  const before = valueIn(asked, 'before')
  return before === undefined ? {} : { before }
}

interface FoundProps {
  readonly id: string
  readonly selection: Selection
  readonly page: QuestionPage
  readonly methods: readonly NamedReport[]
  readonly versus: HeldTo | null
  readonly several: boolean
}

function Found(props: FoundProps) {
  return (
    <>
      <QuestionList {...props} />
      <QuestionPages {...props} />
    </>
  )
}
