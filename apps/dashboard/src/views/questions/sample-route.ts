import type { SampleAddress } from '../../addresses/questions'

/** The parameters of a route of one sample, except the part. */
export function askingSample({ id, position, replicate, index, examples }: SampleAddress) {
  return {
    path: { id, position: String(position), index: String(index) },
    query: { replicate: String(replicate), examples },
  } as const
}
