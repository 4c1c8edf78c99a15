export interface LiveEvent {
  readonly id: string
  readonly event: string
  readonly data: unknown
}

export interface LiveStream {
  readonly status: number
  readonly type: string
  readonly events: LiveEvent[]
  /** Settles when the stream is over, by either side. */
  readonly ended: Promise<void>
  leave(): void
}

/** Follows a stream of server-sent events, gathering what it sends. */
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
  if (response.body === null) return
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line] as const))
      const field = (name: string) => fields.get(name)?.slice(name.length + 2) ?? ''
      if (fields.has('data')) into.push({ id: field('id'), event: field('event'), data: JSON.parse(field('data')) })
    }
  }
}
