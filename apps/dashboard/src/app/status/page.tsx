import { GetFleetStatus } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../api/fetch-api'
import { KeepFresh } from '../../ui/shell/keep-fresh'
import { FleetStatusPanel } from '../../views/status/fleet-status-panel'
import { ProblemPanel } from '../../ui/shell/problem-panel'

export const metadata: Metadata = { title: 'Status' }
export const dynamic = 'force-dynamic'

const EVERY_MS = 10_000

export default async function Page() {
  const answer = await fetchApi(GetFleetStatus)
  return (
    <KeepFresh everyMs={EVERY_MS} problem={answer.ok ? null : answer.problem} renderedAt={Date.now()}>
      {answer.ok ? (
        <>
          <h1>Status</h1>
          <FleetStatusPanel status={answer.value} />
        </>
      ) : (
        <ProblemPanel problem={answer.problem} retry="/status" page="Status" />
      )}
    </KeepFresh>
  )
}
