import { randomInt } from 'node:crypto'
import type { EvaluationSpec } from '@cges-fleet/core'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ownAddress } from '../../../api/fetch-api'
import { fetchAccounts, fetchChoices, fetchOriginal, fetchSession } from '../../../api/reads'
import { NewEvaluation } from '../../../views/new/new-evaluation'
import { type Draft, firstDraft, rerunOf } from '../../../views/new/draft'
import { offerOf } from '../../../views/new/offer'
import { MayNotSubmit } from '../../../views/new/presets'
import { ProblemPanel } from '../../../ui/shell/problem-panel'

interface Props {
  readonly searchParams: Promise<Partial<Record<'clone' | 'benchmark' | 'questions', string | string[]>>>
}

export const metadata: Metadata = { title: 'New evaluation' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const { clone, benchmark: wanted, questions } = await searchParams
  const cloned = typeof clone === 'string' && clone !== '' ? clone : null
  const retry = `/evaluations/new${cloned === null ? '' : `?clone=${encodeURIComponent(cloned)}`}`
  const session = await fetchSession()
  if (session !== null && session.caller?.scopes.includes('evaluations:write') !== true) return <MayNotSubmit />
  const [original, choices, accounts, address] = await Promise.all([
    cloned === null ? null : fetchOriginal(cloned),
    fetchChoices(),
    fetchAccounts(),
    ownAddress(),
  ])
  if (original?.ok === false) {
    if ([400, 404].includes(original.problem.status)) notFound()
    return <ProblemPanel problem={original.problem} retry={retry} page="New evaluation" />
  }
  if (choices.problem !== null) return <ProblemPanel problem={choices.problem} retry={retry} page="New evaluation" />
  const offer = offerOf(choices)
  const pool = offer.pools.find(({ ready }) => ready > 0) ?? offer.pools[0]
  const benchmark = offer.benchmarks.find(({ name }) => name === wanted) ?? offer.benchmarks[0]
  const empty = firstDraft({ benchmark: benchmark?.name ?? '', pool: pool?.name ?? '' })
  return (
    <>
      <h1>{original === null ? 'New evaluation' : `New evaluation like “${original.value.name ?? ''}”`}</h1>
      <NewEvaluation
        offer={offer}
        first={original === null ? empty : rerunAnew(original.value)}
        cloned={cloned}
        draftName={cloned ?? (typeof wanted === 'string' ? `of ${wanted}` : '')}
        limits={accounts}
        isOwn={questions === 'own'}
        target={{ address, signIn: session?.signIn === true }}
      />
    </>
  )
}

function rerunAnew(spec: EvaluationSpec): Draft {
  return rerunOf(spec, randomInt(1, 2 ** 31))
}
