import type { QuestionPage } from '@cges-fleet/core'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { readEvaluation } from '../../../../api/read-evaluation'
import { readQuestions } from '../../../../api/read-questions'
import { type NamedReport, nameMethods } from '../../../../families/name-methods'
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
import { WithheldNote } from '../../../../questions/withheld-note'

interface Props {
  readonly params: Promise<{ id: string }>
  readonly searchParams: Promise<SearchParams>
}

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const answer = await readEvaluation((await params).id)
  return { title: answer.ok ? `Questions of ${answer.value.name}` : 'Questions' }
}

export default async function Page({ params, searchParams }: Props) {
  const [{ id }, asked] = await Promise.all([params, searchParams])
  const selection = selectionIn(asked)
  const [after, before] = [valueIn(asked, 'after'), valueIn(asked, 'before')]
  const place = after === undefined ? (before === undefined ? {} : { before }) : { after }
  const [evaluation, questions] = await Promise.all([readEvaluation(id), readQuestions(id, { ...selection, ...place })])
  if (!evaluation.ok) {
    if ([400, 404].includes(evaluation.problem.status)) notFound()
    return <ProblemPanel problem={evaluation.problem} retry={questionsAddress(id, selection)} />
  }
  const reports = nameMethods(evaluation.value.methods)
  const { replicates } = evaluation.value
  const withheld = questions.ok && questions.value.withheld
  return (
    <article className="questions-page">
      <QuestionCrumbs id={id} name={evaluation.value.name} />
      <h1>Questions</h1>
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
          <Found {...{ id, selection, page: questions.value, methods: reports, several: replicates > 1 }} />
        ) : (
          <ProblemPanel problem={questions.problem} retry={questionsAddress(id, {})} />
        )}
      </section>
    </article>
  )
}

interface FoundProps {
  readonly id: string
  readonly selection: Selection
  readonly page: QuestionPage
  readonly methods: readonly NamedReport[]
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
