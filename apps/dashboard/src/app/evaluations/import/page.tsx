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
        Turns another program’s log into an evaluation: what each method would have saved on its samples. No model is
        called.
      </p>
      <ImportLog offer={offerOf(choices)} />
    </>
  )
}
