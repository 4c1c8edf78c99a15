import type { Sampling } from '@cges-fleet/core'

/** What a worker asks a model server for: one answer, by everything that decides it. */
export type SampleRequest = {
  /** Names the attempt in the server's log, such as `trial/index/fence`. */
  readonly requestId: string
  readonly model: string
  /** A system message before the prompt, where there is one. */
  readonly system?: string
  readonly prompt: string
  readonly seed: number
  readonly sampling: Sampling
  /** The most tokens the prompt and its answer have together, an answer being the shorter for it; null: nobody has said. */
  readonly context: number | null
  /** How long the whole answer may take, from the moment it is asked for. */
  readonly deadlineMs: number
  /** Told how many tokens have come, whenever more do. */
  readonly generated?: (tokens: number) => void
}
