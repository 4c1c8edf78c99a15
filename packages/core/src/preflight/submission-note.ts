import type { z } from 'zod'
import type { PoolView } from '../schemas/pool.js'
import type { Sampling } from '../schemas/sampling.js'
import { noteOf } from './note.js'
import { poolAbilities } from './pool-abilities.js'

/** What a submitter should know before an evaluation starts, although it can run. */
export const SubmissionNote = noteOf(['temperature_zero', 'seed_ignored'])
export type SubmissionNote = z.infer<typeof SubmissionNote>

/** Lists what to know about the samples that an evaluation would draw from a pool. */
export function submissionNotes(
  { temperature }: Pick<Sampling, 'temperature'>,
  pool: Pick<PoolView, 'workers'>,
): SubmissionNote[] {
  if (temperature === 0) return [{ kind: 'temperature_zero', counts: {}, why: null }]
  if (!poolAbilities(pool).ignoresSeed) return []
  const servers = pool.workers.filter(({ preflight }) => preflight?.seed === 'ignored').length
  return [{ kind: 'seed_ignored', counts: { servers }, why: null }]
}
