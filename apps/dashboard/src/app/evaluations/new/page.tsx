import { EvaluationSpec, findPreset } from '@cges-fleet/core'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ownAddress } from '../../../api/fetch-api'
import { fetchAccounts, fetchChoices, fetchOriginal, fetchSession } from '../../../api/reads'
import { NewEvaluation } from '../../../views/new/new-evaluation'
import { cloneOf, draftOf, firstDraft } from '../../../views/new/draft'
import { offerOf } from '../../../views/new/offer'
import { MayNotSubmit, PresetLinks } from '../../../views/new/preset-links'
import { ProblemPanel } from '../../../ui/shell/problem-panel'

interface Props {
  readonly searchParams: Promise<{ clone?: string | string[]; preset?: string | string[] }>
}

export const metadata: Metadata = { title: 'New evaluation' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const { clone, preset: named } = await searchParams
  const preset = findPreset(named)
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
  const started = preset === null ? null : EvaluationSpec.parse({ ...preset.spec, pool: pool?.name ?? 'gpu' })
  const empty = firstDraft({ benchmark: offer.benchmarks[0]?.name ?? '', pool: pool?.name ?? '' })
  return (
    <>
      <h1>{original === null ? 'New evaluation' : `New evaluation like “${original.value.name ?? ''}”`}</h1>
      {original === null ? <PresetLinks benchmarks={offer.benchmarks} current={preset?.name ?? null} /> : null}
      <NewEvaluation
        key={preset?.name ?? ''}
        offer={offer}
        first={original === null ? (started === null ? empty : draftOf(started)) : cloneOf(original.value)}
        cloned={cloned}
        preset={preset?.name ?? null}
        limits={accounts}
        target={{ address, signIn: session?.signIn === true }}
      />
    </>
  )
}
