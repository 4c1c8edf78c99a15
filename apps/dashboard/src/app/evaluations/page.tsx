import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import Link from 'next/link'
import { type Choices, fetchChoices, fetchEvaluations, fetchPoolShares, fetchSession } from '../../api/reads'
import { ownAddress } from '../../api/fetch-api'
import { fetchTeamNames } from '../../api/team-names'
import { EvaluationList } from '../../views/list/evaluation-list'
import { HomeNow } from '../../views/list/home-now'
import { listChoices } from '../../views/list/list-choices'
import { ListFilters } from '../../views/list/list-filters'
import {
  COLUMNS_COOKIE,
  hiddenIn,
  hideText,
  isFiltered,
  isHome,
  listAsking,
  type ListQuery,
  ORDER_COOKIE,
  orderIn,
  queryIn,
} from '../../addresses/evaluations'
import { FirstTeam, NoEvaluations } from '../../views/list/no-evaluations'
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
  const renderedAt = Date.now()
  const [home, answer, choices, session, address] = await Promise.all([
    isHome(query) ? fetchHome(renderedAt) : null,
    fetchEvaluations(listAsking(query)),
    fetchChoices(),
    fetchSession(),
    ownAddress(),
  ])
  const mayWrite = session?.caller?.scopes.includes('evaluations:write') === true
  const isFirst = answer.ok && answer.value.evaluations.length === 0 && !isFiltered(query) && query.cursor === undefined
  return (
    <>
      <TitleRow mayWrite={mayWrite && !isFirst} />
      {isFirst || !answer.ok ? null : (
        <Head {...{ home, renderedAt, query, choices, session }} own={{ sort: order, hide }} />
      )}
      {answer.ok ? (
        <EvaluationList
          key={JSON.stringify(listAsking(query))}
          initial={answer.value}
          query={query}
          renderedAt={renderedAt}
          mayWrite={mayWrite}
          hasOwners={session?.signIn === true}
          ownHidden={hide}
          none={<None address={address} session={session} mayWrite={mayWrite} choices={choices} />}
        />
      ) : (
        <ProblemPanel problem={answer.problem} retry="/evaluations" />
      )}
    </>
  )
}

const GOING: ListQuery = { status: 'running,paused,stuck' }
const DAY_MS = 86_400_000
/** What failed longer ago is no news. */
const NEWS_DAYS = 7

/** Reads what the top of the home page shows; null if it cannot be read, which the list then says. */
async function fetchHome(now: number) {
  const from = new Date(now - NEWS_DAYS * DAY_MS).toISOString().slice(0, 10)
  const queries = { going: GOING, attention: { attention: '1', from } as const }
  const [going, attention] = await Promise.all([
    fetchEvaluations(listAsking(queries.going)),
    fetchEvaluations(listAsking(queries.attention)),
  ])
  if (!going.ok || !attention.ok) return null
  const pool = going.value.evaluations.find(({ source }) => source === null)?.pool.name
  const shares = await fetchPoolShares(pool)
  return { initial: { going: going.value, attention: attention.value, shares }, queries }
}

interface NoneProps extends Pick<FiltersProps, 'choices'> {
  readonly address: string
  readonly session: Awaited<ReturnType<typeof fetchSession>>
  readonly mayWrite: boolean
}

/** What to do first: create a team, if the reader administers a fleet of one; else start, with a benchmark and a pool. */
async function None({ choices: { benchmarks, pools }, session, ...rest }: NoneProps) {
  const signIn = session?.signIn === true
  const isAdmin = signIn && session.caller?.scopes.includes('teams:manage') === true
  const isAlone = isAdmin && (await fetchTeamNames()).length === 1
  return (
    <>
      {isAlone ? <FirstTeam team={session.caller?.team.name ?? ''} /> : null}
      <NoEvaluations {...rest} signIn={signIn} benchmark={benchmarks[0]?.name} pool={pools[0]?.name} />
    </>
  )
}

interface HeadProps extends FiltersProps {
  readonly home: Awaited<ReturnType<typeof fetchHome>>
  readonly renderedAt: number
  readonly own: { readonly sort: string; readonly hide: string }
  readonly session: Awaited<ReturnType<typeof fetchSession>>
}

/** What stands above the list. */
function Head({ home, renderedAt, query, choices, own, session }: HeadProps) {
  return (
    <>
      {home === null ? null : <HomeNow {...home} renderedAt={renderedAt} />}
      <SavedViews query={withoutOwn(query, own)} owner={session?.caller?.name ?? null} />
      <Filters query={query} choices={choices} />
    </>
  )
}

interface FiltersProps {
  readonly query: ListQuery
  readonly choices: Choices
}

function Filters({ query, choices }: FiltersProps) {
  return (
    <>
      <ListFilters query={query} choices={listChoices(choices)} />
      {choices.problem === null ? null : <PartMissing what="The choices of the filters" problem={choices.problem} />}
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
        <>
          <Link className="button" href="/evaluations/import" prefetch={false}>
            Drop a log
          </Link>{' '}
          <Link className="button primary" href="/evaluations/new" prefetch={false}>
            New evaluation
          </Link>
        </>
      ) : null}
    </div>
  )
}
