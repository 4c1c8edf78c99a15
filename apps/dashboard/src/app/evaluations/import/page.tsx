import type { Metadata } from 'next'
import { fetchChoices, fetchSession } from '../../../api/reads'
import { ImportLog } from '../../../views/import/import-log'
import { offerOf } from '../../../views/new/offer'
import { MayNotSubmit } from '../../../views/new/presets'
import { ProblemPanel } from '../../../ui/shell/problem-panel'

export const metadata: Metadata = { title: 'Drop a log' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  const [session, choices] = await Promise.all([fetchSession(), fetchChoices()])
  if (session !== null && session.caller?.scopes.includes('evaluations:write') !== true) return <MayNotSubmit />
  if (choices.problem !== null) {
    return <ProblemPanel problem={choices.problem} retry="/evaluations/import" page="Drop a log" />
  }
  return (
    <>
      <h1>Drop a log</h1>
      <p className="subtitle">
        Another program’s log becomes an evaluation here: what each method would have saved on the samples it has.
        Nothing is drawn.
      </p>
      <ImportLog offer={offerOf(choices)} />
    </>
  )
}
