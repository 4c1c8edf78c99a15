import { GetStatistics } from '@cges-fleet/core/contract'
import { writeReport } from '@cges-fleet/report'
import { fetchApiWithin } from '../../../../api/fetch-api'
import { fetchEvaluation } from '../../../../api/reads'

interface Context {
  readonly params: Promise<{ id: string }>
}

export const dynamic = 'force-dynamic'

/** Whoever downloads a report waits for the statistics that it is about. */
const STATISTICS_MS = 60_000

/** An evaluation's page as one file, the same that `cges report --html` writes; read as whoever is signed in. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { id } = await params
  const view = await fetchEvaluation(id)
  const statistics = view.ok ? await fetchApiWithin(STATISTICS_MS, GetStatistics, { path: { id } }) : view
  if (!view.ok) return refused(view.problem)
  if (!statistics.ok) return refused(statistics.problem)
  const page = writeReport({ view: view.value, statistics: statistics.value, writtenAt: new Date().toISOString() })
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="report-${view.value.id}.html"`,
      'cache-control': 'private, no-store',
    },
  })
}

function refused({ status, title, detail }: { status: number; title: string; detail: string }): Response {
  return new Response(`${title}\n\n${detail}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
