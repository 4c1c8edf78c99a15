import { readEvents } from '@cges-fleet/client'

export interface LiveEvent {
  readonly id: string
  readonly event: string
  readonly data: unknown
}

export interface LiveStream {
  readonly status: number
  readonly type: string
  readonly events: LiveEvent[]
  /** Settles when either side has ended the stream. */
  readonly ended: Promise<void>
  leave(): void
}

/** Follows a stream of server-sent events, collecting what it sends. */
export async function follow(url: string, headers: Record<string, string> = {}): Promise<LiveStream> {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  const events: LiveEvent[] = []
  const ended = gather(response, events).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, events, ended, leave: () => leaving.abort() }
}

async function gather(response: Response, into: LiveEvent[]): Promise<void> {
  for await (const { data, ...event } of readEvents(response)) into.push({ ...event, data: JSON.parse(data) })
}
