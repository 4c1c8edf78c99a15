import type { Metadata } from 'next'
import Link from 'next/link'
import { readChoices } from '../../api/read-choices'
import { readEvaluations } from '../../api/read-evaluations'
import { ownAddress } from '../../api/own-address'
import { EvaluationList } from '../../evaluations/evaluation-list'
import { listChoices } from '../../evaluations/list-choices'
import { ListFilters } from '../../evaluations/list-filters'
import { isFiltered, listAsking } from '../../evaluations/list-query'
import { NoEvaluations } from '../../evaluations/no-evaluations'
import { queryIn } from '../../evaluations/query-in'
import { SavedViews } from '../../evaluations/saved-views'
import { ProblemPanel } from '../../frame/problem-panel'
import { readSession } from '../../session/read-session'

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const metadata: Metadata = { title: 'Evaluations' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const query = queryIn(await searchParams)
  const [answer, choices, session, address] = await Promise.all([
    readEvaluations(listAsking(query)),
    readChoices(),
    readSession(),
    ownAddress(),
  ])
  const mayWrite = session?.caller?.scopes.includes('evaluations:write') === true
  const isFirst = answer.ok && answer.value.evaluations.length === 0 && !isFiltered(query) && query.cursor === undefined
  const named = { benchmark: choices.benchmarks[0]?.name, pool: choices.pools[0]?.name }
  return (
    <>
      <TitleRow mayWrite={mayWrite && !isFirst} />
      {isFirst || !answer.ok ? null : (
        <>
          <SavedViews query={query} owner={session?.caller?.key?.name ?? null} />
          <ListFilters query={query} choices={listChoices(choices)} />
        </>
      )}
      {answer.ok ? (
        <EvaluationList
          key={JSON.stringify(query)}
          initial={answer.value}
          query={query}
          renderedAt={Date.now()}
          mayWrite={mayWrite}
          hasOwners={session?.signIn === true}
          none={<NoEvaluations address={address} signIn={session?.signIn === true} mayWrite={mayWrite} {...named} />}
        />
      ) : (
        <ProblemPanel problem={answer.problem} retry="/evaluations" />
      )}
    </>
  )
}

function TitleRow({ mayWrite }: { readonly mayWrite: boolean }) {
  return (
    <div className="title-row">
      <h1>Evaluations</h1>
      {mayWrite ? (
        <Link className="button primary" href="/evaluations/new" prefetch={false}>
          New evaluation
        </Link>
      ) : null}
    </div>
  )
}
