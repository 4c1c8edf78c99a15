import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { readEvaluation } from '../../../../api/read-evaluation'
import { readQuestions } from '../../../../api/read-questions'
import { nameMethods } from '../../../../families/name-methods'
import { ProblemPanel } from '../../../../frame/problem-panel'
import { Matching, QuestionFilters } from '../../../../questions/question-filters'
import { QuestionCrumbs } from '../../../../questions/question-crumbs'
import { QuestionList } from '../../../../questions/question-list'
import { QuestionPages } from '../../../../questions/question-pages'
import { type SearchParams, selectionIn, questionsAddress, valueIn } from '../../../../questions/selection'
import { SelectionForm } from '../../../../questions/selection-form'
import { selectionWords } from '../../../../questions/selection-words'
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
    if (evaluation.problem.status === 404 || evaluation.problem.status === 400) notFound()
    return <ProblemPanel problem={evaluation.problem} retry={questionsAddress(id, selection)} />
  }
  const { name, methods, replicates } = evaluation.value
  const reports = nameMethods(methods)
  const words = selectionWords(selection, reports)
  const unit = replicates > 1 ? 'trials (a question in one replicate)' : 'questions'
  return (
    <article className="questions-page">
      <QuestionCrumbs id={id} name={name} />
      <h1>Questions</h1>
      <section className="panel">
        <QuestionFilters id={id} selection={selection} />
        <SelectionForm
          key={JSON.stringify(selection)}
          id={id}
          selection={selection}
          methods={reports}
          withheld={questions.ok && questions.value.withheld}
        />
        <p className="matching">
          <Suspense fallback={words === '' ? 'Counting …' : `Counting: ${words} …`}>
            <Matching id={id} selection={selection} unit={unit} words={words} />
          </Suspense>{' '}
          {words === '' ? null : <Link href={questionsAddress(id, { examples: selection.examples })}>Show all</Link>}
        </p>
        {questions.ok && questions.value.withheld ? (
          <WithheldNote address={questionsAddress(id, { ...selection, examples: '1' })} />
        ) : null}
        {questions.ok ? (
          <>
            <QuestionList
              id={id}
              page={questions.value}
              selection={selection}
              methods={reports}
              replicates={replicates}
            />
            <QuestionPages id={id} page={questions.value} selection={selection} />
          </>
        ) : (
          <ProblemPanel problem={questions.problem} retry={questionsAddress(id, {})} />
        )}
      </section>
    </article>
  )
}
