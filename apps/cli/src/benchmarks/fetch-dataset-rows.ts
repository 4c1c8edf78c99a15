import { setTimeout as sleep } from 'node:timers/promises'
import { type DatasetSource, issueText, schemaProblems } from '@cges-fleet/core'
import { z } from 'zod'
import { UsageError } from '../errors.js'

/** Page size limit of the datasets server. */
const ROWS_PER_PAGE = 100
const ATTEMPTS = 5
const LONGEST_WAIT_MS = 60_000

const Page = z.object({
  features: z.array(z.object({ name: z.string() })),
  rows: z.array(
    z.object({ row_idx: z.int(), row: z.record(z.string(), z.unknown()), truncated_cells: z.array(z.string()) }),
  ),
  num_rows_total: z.int(),
})
type Page = z.infer<typeof Page>

export interface DatasetFetch {
  /** The URL of the datasets server. */
  readonly server: string
  readonly token: string | undefined
  readonly onRows?: (read: number, total: number) => void
  /** The pause before the n-th retry, if the server names none. */
  readonly pauseMs?: (attempt: number) => number
}

/**
 * Fetches all rows of a dataset from the Hugging Face datasets server, as JSON lines. It serves the newest commit only,
 * and refuses to import if that is not the pinned one.
 */
export async function fetchDatasetRows(dataset: DatasetSource, how: DatasetFetch): Promise<string> {
  const lines: string[] = []
  for (;;) {
    const page = await fetchPage(dataset, how, lines.length)
    for (const { row, row_idx: index, truncated_cells: truncated } of page.rows) {
      if (truncated.length > 0) {
        throw new UsageError(`row ${index} of ${dataset.id} comes cut (${truncated.join(', ')}). ${byFile(dataset)}`)
      }
      lines.push(JSON.stringify(row))
    }
    how.onRows?.(lines.length, page.num_rows_total)
    if (lines.length >= page.num_rows_total) return lines.join('\n')
    if (page.rows.length === 0) {
      throw new UsageError(
        `${dataset.id} ends after ${lines.length} of ${page.num_rows_total} rows. ${byFile(dataset)}`,
      )
    }
  }
}

async function fetchPage(dataset: DatasetSource, how: DatasetFetch, offset: number): Promise<Page> {
  const { id, config, split } = dataset
  const query = new URLSearchParams({ dataset: id, config, split, offset: `${offset}`, length: `${ROWS_PER_PAGE}` })
  const response = await retryWhileAway(new URL(`/rows?${query.toString()}`, how.server), dataset, how)
  const revision = response.headers.get('x-revision')
  if (revision !== dataset.revision) {
    throw new UsageError(
      `${id} is now at commit ${revision ?? 'unknown'}, and the benchmark is that of ${dataset.revision}. ${byFile(dataset)}, or take the newer one with --revision ${revision ?? '<commit>'}`,
    )
  }
  const page = Page.safeParse(await response.json().catch(() => undefined), { error: issueText })
  if (page.success) return page.data
  throw new UsageError(
    `${how.server} answered with something else than rows: ${schemaProblems(page.error, 3).join('; ')}`,
  )
}

/** Retries while the server is busy or failing, after the time it names or a growing one. */
async function retryWhileAway(url: URL, dataset: DatasetSource, how: DatasetFetch): Promise<Response> {
  const headers: Record<string, string> = how.token === undefined ? {} : { authorization: `Bearer ${how.token}` }
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, { headers }).catch((cause: unknown) => {
      throw new UsageError(`${url.origin} cannot be reached. ${byFile(dataset)}`, { cause })
    })
    if (response.ok) return response
    const { status } = response
    if (status !== 429 && status < 500) throw new UsageError(await refusal(response, dataset, how))
    if (attempt === ATTEMPTS)
      throw new UsageError(`${url.origin} answered ${status}, ${ATTEMPTS} times. ${byFile(dataset)}`)
    const named = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000
    const wait = Number.isFinite(named) ? named : (how.pauseMs ?? growing)(attempt)
    await response.body?.cancel()
    await sleep(Math.min(wait, LONGEST_WAIT_MS))
  }
}

function growing(attempt: number): number {
  return 500 * 2 ** attempt
}

async function refusal(response: Response, dataset: DatasetSource, { token }: DatasetFetch): Promise<string> {
  const { status } = response
  if (status === 401 || status === 403) {
    return token === undefined
      ? `${dataset.id} is open only to those its owner lets in: ask for access at https://huggingface.co/datasets/${dataset.id}, then set HF_TOKEN or give --token-file`
      : `the token was refused for ${dataset.id} (${status}): ask for access at https://huggingface.co/datasets/${dataset.id}`
  }
  const body: unknown = await response.json().catch(() => undefined)
  const said = typeof body === 'object' && body !== null && 'error' in body ? `: ${String(body.error)}` : ''
  return `the datasets server answered ${status}${said}. ${byFile(dataset)}`
}

/** How to proceed without the server. */
function byFile({ id, revision, path }: DatasetSource): string {
  return `Download https://huggingface.co/datasets/${id}/resolve/${revision}/${path} and give it with --from`
}
