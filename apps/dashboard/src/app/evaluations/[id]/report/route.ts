import { type Problem, readCommented } from '@cges-fleet/core'
import { GetEvaluation, GetQuestion, GetStatistics, ListQuestions } from '@cges-fleet/core/contract'
import { writeReport } from '@cges-fleet/report'
import { type ApiAnswer, fetchApi, fetchApiWithin } from '../../../../api/fetch-api'

interface Context {
  readonly params: Promise<{ id: string }>
}

export const dynamic = 'force-dynamic'

/** Whoever downloads a report waits for the statistics that it is about. */
const STATISTICS_MS = 60_000

/** An evaluation's page as one file, the same that `cges report --html` writes; read as whoever is signed in. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { id } = await params
  try {
    const content = await readContent(id)
    return new Response(writeReport({ ...content, writtenAt: new Date().toISOString() }), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-disposition': `attachment; filename="report-${content.view.id}.html"`,
        'cache-control': 'private, no-store',
      },
    })
  } catch (error) {
    if (error instanceof Unread) return refused(error.problem)
    throw error
  }
}

/** Reads all of it; a part that cannot be read must not look as if there were none. */
async function readContent(id: string) {
  const path = { id }
  const view = valueOf(await fetchApi(GetEvaluation, { path }))
  const statistics = valueOf(await fetchApiWithin(STATISTICS_MS, GetStatistics, { path }))
  const commented = await readCommented({
    list: async () => valueOf(await fetchApi(ListQuestions, { path, query: { filter: 'commented' } })),
    read: async (position, replicate) => {
      const place = { path: { id, position: `${position}` }, query: { replicate: `${replicate}` } }
      return valueOf(await fetchApi(GetQuestion, place))
    },
  })
  return { view, statistics, commented }
}

class Unread extends Error {
  constructor(readonly problem: Problem) {
    super(problem.title)
  }
}

function valueOf<T>(answer: ApiAnswer<T>): T {
  if (!answer.ok) throw new Unread(answer.problem)
  return answer.value
}

function refused({ status, title, detail }: Problem): Response {
  return new Response(`${title}\n\n${detail}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
