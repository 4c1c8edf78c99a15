/** One server-sent event. */
export interface ServerEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/**
 * Reads the events of a live route as they come, for programs that have no EventSource or must show a key. Ends with the
 * stream; leaving the loop closes it. What carries no data, such as a heartbeat, is passed over.
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
