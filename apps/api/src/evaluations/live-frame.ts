import type { EvaluationView } from '@cges-fleet/core'

/** A snapshot and how it is sent: written once, however many read it. */
export interface LiveFrame {
  readonly view: EvaluationView
  /** A server-sent event. */
  readonly event: Buffer
}

/** Writes a snapshot as an event whose id is the evaluation's version. */
export function liveFrame(view: EvaluationView): LiveFrame {
  return { view, event: Buffer.from(liveEvent('snapshot', view)) }
}

/** Writes a server-sent event. */
export function liveEvent(name: string, content: { readonly version: number }): string {
  return `id: ${content.version}\nevent: ${name}\ndata: ${JSON.stringify(content)}\n\n`
}
