import type { RequestParameter } from '@cges-fleet/core'

/**
 * The parameters that a model server refuses, as far as they have been found. They are left out of its requests; a
 * setting that matters is then refused (`refusedSettings`).
 */
export class AcceptedParameters {
  #refused: ReadonlySet<RequestParameter> = new Set()

  get refused(): readonly RequestParameter[] {
    return [...this.#refused]
  }

  takes(parameter: RequestParameter): boolean {
    return !this.#refused.has(parameter)
  }

  /** Replaces what is known, such as before another engine is checked. */
  refuse(parameters: Iterable<RequestParameter>): void {
    this.#refused = new Set(parameters)
  }
}
