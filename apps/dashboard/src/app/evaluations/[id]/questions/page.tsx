import type { EvaluationView, QuestionPage } from '@cges-fleet/core'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { fetchEvaluation, fetchQuestions } from '../../../../api/reads'
import { type NamedReport, nameMethods } from '../../../../ui/methods/names'
import { Instant } from '../../../../ui/format/instant'
import { ProvenanceBadge } from '../../../../ui/provenance/provenance-badge'
import { ProblemPanel } from '../../../../ui/shell/problem-panel'
import { Matching, QuestionFilters, QuestionPages, SelectionForm } from '../../../../views/questions/question-filters'
import { QuestionCrumbs } from '../../../../views/questions/question-header'
import { QuestionList } from '../../../../views/questions/question-list'
import {
  type SearchParams,
  type Selection,
  selectionIn,
  questionsAddress,
  valueIn,
} from '../../../../addresses/questions'
import { type HeldTo, WithheldNote } from '../../../../views/questions/answers'

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
  const [{ id }, query] = await Promise.all([params, searchParams])
  const selection = selectionIn(query)
  const wanted = { ...selection, ...placeIn(query) }
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
          The evaluation still runs. This list is from <Instant at={of.at} />. <a href={again}>Update it</a>
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
function placeIn(query: SearchParams): { after?: string; before?: string } {
  const after = valueIn(query, 'after')
  if (after !== undefined) return { after }
  const before = valueIn(query, 'before')
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
