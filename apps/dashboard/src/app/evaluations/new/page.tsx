import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ownAddress } from '../../../api/own-address'
import { readChoices } from '../../../api/read-choices'
import { readAccounts, readOriginal } from '../../../api/read-submission'
import { NewEvaluation } from '../../../evaluations/new/new-evaluation'
import { draftOf } from '../../../evaluations/new/draft-of'
import { firstDraft } from '../../../evaluations/new/first-draft'
import { offerOf } from '../../../evaluations/new/offer-of'
import { MayNotSubmit } from '../../../evaluations/new/may-not-submit'
import { ProblemPanel } from '../../../frame/problem-panel'
import { readSession } from '../../../session/read-session'

interface Props {
  readonly searchParams: Promise<{ clone?: string | string[] }>
}

export const metadata: Metadata = { title: 'New evaluation' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const { clone } = await searchParams
  const cloned = typeof clone === 'string' && clone !== '' ? clone : null
  const session = await readSession()
  if (session !== null && session.caller?.scopes.includes('evaluations:write') !== true) return <MayNotSubmit />
  const [original, choices, accounts, address] = await Promise.all([
    cloned === null ? null : readOriginal(cloned),
    readChoices(),
    readAccounts(),
    ownAddress(),
  ])
  if (original?.ok === false) {
    if ([400, 404].includes(original.problem.status)) notFound()
    return <ProblemPanel problem={original.problem} retry="/evaluations/new" />
  }
  const offer = offerOf(choices)
  const pool = offer.pools.find(({ ready }) => ready > 0) ?? offer.pools[0]
  const empty = firstDraft({ benchmark: offer.benchmarks[0]?.name ?? '', pool: pool?.name ?? '' })
  return (
    <>
      <h1>{original === null ? 'New evaluation' : `New evaluation like “${original.value.name ?? ''}”`}</h1>
      <NewEvaluation
        offer={offer}
        first={original === null ? empty : draftOf(original.value)}
        cloned={cloned}
        limits={accounts}
        target={{ address, signIn: session?.signIn === true }}
      />
    </>
  )
}
