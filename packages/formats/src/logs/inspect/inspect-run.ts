import { z } from 'zod'
import type { LogRun } from '../log-entry.js'
import type { InspectHeader } from './inspect-files.js'

const Stop = z.looseObject({
  id: z.union([z.string(), z.number()]),
  /** As `RuleStopping` of the package `cges` writes it. */
  metadata: z
    .looseObject({ cges: z.looseObject({ method: z.string() }) })
    .nullish()
    .catch(null),
})

const Header = z.looseObject({
  status: z.enum(['started', 'success', 'cancelled', 'error']).nullish().catch(null),
  error: z.looseObject({ message: z.string() }).nullish().catch(null),
  eval: z
    .looseObject({
      config: z
        .looseObject({ epochs: z.int().nullish().catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  results: z
    .looseObject({
      early_stopping: z.looseObject({ manager: z.string().default('a rule'), early_stops: z.array(Stop) }).nullish(),
    })
    .nullish()
    .catch(null),
})

/** What the header of an Inspect log says of its run: how it ended, and whether a rule ended questions early. */
export function inspectRun(header: InspectHeader): LogRun {
  const { status, error, eval: evaluated, results } = Header.parse(header)
  const stopping = results?.early_stopping
  const stops = stopping?.early_stops ?? []
  const method = stops.find(({ metadata }) => metadata != null)?.metadata?.cges.method
  return {
    status: status ?? null,
    error: error?.message ?? null,
    stoppedBy: stops.length === 0 ? null : (method ?? stopping?.manager ?? null),
    stopped: new Set(stops.map(({ id }) => String(id))).size,
    epochs: evaluated?.config?.epochs ?? null,
  }
}
