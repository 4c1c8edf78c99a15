import { MOST_TOOL_CALLS, type ToolCall } from '@cges-fleet/core'
import type { ToolDelta } from './stream-chunk.js'

/** Collects the calls of functions that one answer makes, whose arguments are streamed in pieces. */
export class ToolCallParts {
  readonly #calls: { name: string; arguments: string }[] = []
  #characters = 0

  /** All characters of names and arguments, which count as the answer's. */
  get characters(): number {
    return this.#characters
  }

  get any(): boolean {
    return this.#calls.length > 0
  }

  get calls(): readonly ToolCall[] {
    return this.#calls
  }

  /** Adds what one event has; a call that says no place follows those there are, unless it only goes on with the last. */
  add(parts: readonly ToolDelta[]): void {
    for (const { index, function: of } of parts) {
      const goesOn = this.#calls.length > 0 && !of.name
      const place = index ?? (goesOn ? this.#calls.length - 1 : this.#calls.length)
      if (place >= MOST_TOOL_CALLS) continue
      while (this.#calls.length <= place) this.#calls.push({ name: '', arguments: '' })
      const call = this.#calls[place]
      if (call === undefined) continue
      call.name ||= of.name ?? ''
      call.arguments += of.arguments ?? ''
      this.#characters += (of.name?.length ?? 0) + (of.arguments?.length ?? 0)
    }
  }
}
