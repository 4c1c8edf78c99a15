import type { QueueVisibility } from './schemas/pool-queue.js'

/** Says what everyone sees of other teams in a pool. */
export const VISIBILITY_WORDS: Readonly<Record<QueueVisibility, string>> = {
  counts:
    'Everyone sees numbers of other teams; only operators see their names. Evaluations are shown to their own team.',
  teams: 'Everyone sees which teams use this pool. Evaluations are shown to their own team.',
  names: 'Everyone who uses this pool sees all its evaluations, with their teams and owners.',
}
