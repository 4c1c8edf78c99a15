/** One server-sent event. */
export interface ServerEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/**
 * Yields the events of a live route as they arrive, for programs that have no EventSource or must send a key. Ends with
 * the stream; leaving the loop closes it. Skips events without data, such as heartbeats.
 */
export async function* readEvents({ body }: Response): AsyncGenerator<ServerEvent> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = `${text}${value}`.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventIn(block)
        if (event.data !== '') yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function eventIn(block: string): ServerEvent {
  const lines = block.split('\n')
  const field = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : [])).join('\n')
  return { id: field('id'), event: field('event'), data: field('data') }
}
