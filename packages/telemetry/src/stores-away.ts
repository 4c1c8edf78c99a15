/** How long a probe waits for a store. */
const ASK_MS = 2000

/** How to ping each store of a process. */
export interface StoreQuestions {
  database(): Promise<unknown>
  queue(): Promise<unknown>
}

/** Lists in sentences which stores do not answer, for readiness; empty if both do. */
export async function storesAway(ask: StoreQuestions): Promise<string[]> {
  const [database, queue] = await Promise.allSettled([soon(ask.database()), soon(ask.queue())])
  return [
    ...(database.status === 'rejected' ? [`the database does not answer: ${said(database.reason)}`] : []),
    ...(queue.status === 'rejected' ? [`the queue does not answer: ${said(queue.reason)}`] : []),
  ]
}

async function soon(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ASK_MS} ms`)), ASK_MS)
  })
  await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

function said(reason: unknown): string {
  return reason instanceof Error ? reason.message || reason.name : String(reason)
}
