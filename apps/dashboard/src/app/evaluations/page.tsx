import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { readEvaluations } from '../../api/read-evaluations'
import { EvaluationList } from '../../evaluations/evaluation-list'
import { ProblemPanel } from '../../frame/problem-panel'

interface Props {
  readonly searchParams: Promise<{ cursor?: string | string[] }>
}

export const metadata: Metadata = { title: 'Evaluations' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const { cursor: asked } = await searchParams
  const cursor = typeof asked === 'string' && asked !== '' ? asked : null
  const answer = await readEvaluations(cursor)
  const asking = await headers()
  const address = `${asking.get('x-forwarded-proto') ?? 'http'}://${asking.get('host') ?? 'localhost'}`
  return (
    <>
      <h1>Evaluations</h1>
      {answer.ok ? (
        <EvaluationList key={cursor} initial={answer.value} cursor={cursor} renderedAt={Date.now()} address={address} />
      ) : (
        <ProblemPanel problem={answer.problem} retry="/evaluations" />
      )}
    </>
  )
}
