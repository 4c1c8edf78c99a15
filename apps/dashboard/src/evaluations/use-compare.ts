'use client'
import { MOST_COMPARED } from '@cges-fleet/core/most-compared'
import { useRouter } from 'next/navigation'
import { compareAddress } from '../compare/compared-address'

/**
 * Returns a function that opens a comparison of the selected evaluations; it does nothing if there are too few or too
 * many.
 */
export function useCompare(ids: ReadonlySet<string>): () => void {
  const { push } = useRouter()
  return () => {
    if (ids.size >= 2 && ids.size <= MOST_COMPARED) push(comparedAddress([...ids]))
  }
}

/** The oldest is the base, in whatever order they are listed: ids begin with the time of submission. */
export function comparedAddress(ids: readonly string[]): string {
  return compareAddress({ evaluations: ids.toSorted().join(',') })
}
