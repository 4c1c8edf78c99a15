import type { SampleAddress } from './sample-address'

/** What a route of one sample is asked, but for the part of it. */
export function askingSample({ id, position, replicate, index, examples }: SampleAddress) {
  return {
    path: { id, position: String(position), index: String(index) },
    query: { replicate: String(replicate), examples },
  } as const
}
