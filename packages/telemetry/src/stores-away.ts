/** A probe waits no longer than this for a store. */
const ASK_MS = 2000

/** How to ask each store of a process for a sign of life. */
export interface StoreQuestions {
  database(): Promise<unknown>
  queue(): Promise<unknown>
}

/** Says in sentences which store does not answer, for a probe to tell; nothing where both do. */
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
