import { tokensShort } from '@cges-fleet/core'
import { isCalled } from './team-tokens.js'

/** A team's figures in flight and what its limits leave; null if it has no limit. */
export interface TeamFigures {
  /** The most tokens a sample may need. */
  readonly mostTokens: number
  /** GPU time of a sample of the pool; null if none is known. */
  readonly gpuMs: number | null
  readonly inFlight: number
  /** The most tokens that calls may need which no round has read. */
  readonly tokensReserved: number
  /** GPU time of samples that have landed and that no round has read. */
  readonly gpuMsLanded: number
  readonly roomInFlight: number | null
  readonly tokensLeft: number | null
  readonly gpuMsLeft: number | null
  readonly bytesLeft: number | null
}

/** How many samples a team's limits allow now. */
export interface TeamRoom {
  readonly samples: number
  /** The tightest limit; null if none applies. */
  readonly by: 'samplesInFlight' | 'tokensToday' | 'gpuSecondsThisMonth' | 'storedBytes' | null
  /** The limit that will allow no further sample even once those in flight are done; null if none does. */
  readonly usedUp: string | null
}

/** Assumed GPU time of a sample, in milliseconds, until one has been observed. */
export const UNSEEN_GPU_MS = 512

/** Returns how many samples a team's limits allow now, and which limit is tightest. */
export function teamRoom(figures: TeamFigures): TeamRoom {
  const { mostTokens, inFlight } = figures
  const ofTheDay = figures.tokensLeft ?? Infinity
  const gpuMs = Math.max(1, figures.gpuMs ?? UNSEEN_GPU_MS)
  const byGpu = Math.floor(((figures.gpuMsLeft ?? Infinity) - figures.gpuMsLanded) / gpuMs)
  const isFull = (figures.bytesLeft ?? 1) <= 0
  const rooms = [
    ['samplesInFlight', figures.roomInFlight ?? Infinity],
    ['tokensToday', Math.floor((ofTheDay - figures.tokensReserved) / mostTokens)],
    ['gpuSecondsThisMonth', byGpu - inFlight],
    ['storedBytes', isFull ? 0 : Infinity],
  ] as const
  const least = Math.min(...rooms.map(([, room]) => room))
  const usedUp = tokensShort(mostTokens, figures.tokensLeft) ?? usedUpReason({ gpu: byGpu < 1, storage: isFull })
  const by = least === Infinity ? null : (rooms.find(([, room]) => room === least)?.[0] ?? null)
  return { samples: Math.max(0, least), by, usedUp }
}

function usedUpReason(up: { gpu: boolean; storage: boolean }): string | null {
  if (up.gpu) return "the team's GPU seconds of the month are used up"
  return up.storage ? "the team's stored bytes are used up" : null
}

/**
 * Returns the SQL of what a team's limits leave in samples in flight, GPU time and stored bytes, for a row `m` of the
 * team and `l` of `inFlightOf`.
 */
export function roomColumns(team: string): string {
  return `m.max_samples_in_flight - l."inFlight" AS "roomInFlight",
       m.max_gpu_seconds_per_month * 1000 - (
         SELECT coalesce(sum(gpu_ms), 0) FROM usage
         WHERE team_id = ${team} AND day >= date_trunc('month', current_date))::float8 AS "gpuMsLeft",
       (m.max_stored_bytes - coalesce((SELECT bytes FROM storage WHERE team_id = ${team}), 0))::float8 AS "bytesLeft"`
}

/**
 * Returns the SQL of what a team has in flight over all pools; pending calls of an ended evaluation will never be made.
 */
export function inFlightOf(team: string): string {
  return `(
  SELECT (SELECT count(*)::int FROM call k JOIN evaluation o ON o.id = k.evaluation_id
          WHERE o.team_id = ${team} AND k.live AND k.kind = 'draw' AND ${isCalled('k', 'o')}) AS "inFlight",
         (SELECT coalesce(sum(s.gpu_ms), 0)::float8 FROM sample s JOIN evaluation o ON o.id = s.evaluation_id
          WHERE o.team_id = ${team} AND s.state = 'landed') AS "gpuMsLanded"
)`
}
