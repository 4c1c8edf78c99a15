import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import Link from 'next/link'
import { type Choices, fetchChoices, fetchEvaluations, fetchSession } from '../../api/reads'
import { ownAddress } from '../../api/fetch-api'
import { EvaluationList } from '../../views/list/evaluation-list'
import { listChoices } from '../../views/list/list-choices'
import { ListFilters } from '../../views/list/list-filters'
import {
  COLUMNS_COOKIE,
  hiddenIn,
  hideText,
  isFiltered,
  listAsking,
  type ListQuery,
  ORDER_COOKIE,
  orderIn,
  queryIn,
} from '../../addresses/evaluations'
import { NoEvaluations } from '../../views/list/no-evaluations'
import { SavedViews } from '../../views/list/saved-views'
import { PartMissing, ProblemPanel } from '../../ui/shell/problem-panel'

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const metadata: Metadata = { title: 'Evaluations' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const kept = await cookies()
  const order = orderIn(kept.get(ORDER_COOKIE)?.value)
  const hide = hideText(hiddenIn(kept.get(COLUMNS_COOKIE)?.value))
  const query = queryIn(await searchParams, { order, hide })
  const [answer, choices, session, address] = await Promise.all([
    fetchEvaluations(listAsking(query)),
    fetchChoices(),
    fetchSession(),
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
          <SavedViews query={withoutOwn(query, { sort: order, hide })} owner={session?.caller?.key?.name ?? null} />
          <Filters query={query} choices={choices} />
        </>
      )}
      {answer.ok ? (
        <EvaluationList
          key={JSON.stringify(listAsking(query))}
          initial={answer.value}
          query={query}
          renderedAt={Date.now()}
          mayWrite={mayWrite}
          hasOwners={session?.signIn === true}
          ownHidden={hide}
          none={<NoEvaluations address={address} signIn={session?.signIn === true} mayWrite={mayWrite} {...named} />}
        />
      ) : (
        <ProblemPanel problem={answer.problem} retry="/evaluations" />
      )}
    </>
  )
}

function Filters({ query, choices }: { readonly query: ListQuery; readonly choices: Choices }) {
  return (
    <>
      <ListFilters query={query} choices={listChoices(choices)} />
      {choices.problem === null ? null : <PartMissing what="What there is to filter by" problem={choices.problem} />}
    </>
  )
}

/** Views name what is found, and how it is shown; the reader's own order and columns need no name. */
function withoutOwn({ sort, hide, ...query }: ListQuery, own: { sort: string; hide: string }): ListQuery {
  return {
    ...query,
    ...(sort === undefined || sort === own.sort ? {} : { sort }),
    ...(hide === undefined || hide === own.hide ? {} : { hide }),
  }
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
