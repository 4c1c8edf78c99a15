import type { Metadata } from 'next'
import { fetchSession } from '../../../api/reads'
import { ImportQuestions } from '../../../views/benchmarks/import-questions'
import { MayNotSubmit } from '../../../views/new/presets'

export const metadata: Metadata = { title: 'Your questions' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  const session = await fetchSession()
  if (session !== null && session.caller?.scopes.includes('benchmarks:write') !== true) return <MayNotSubmit />
  return (
    <>
      <h1>Your questions</h1>
      <ImportQuestions />
    </>
  )
}
