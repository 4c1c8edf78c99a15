import type { TeamId } from '../team.js'
import { bytes } from './bounds.js'
import { computed, entity } from './entity.js'

/** The model's response for a sample, with its tokens if they were kept. */
export interface SampleBody {
  readonly trialId: string
  readonly index: number
  readonly teamId: TeamId
  readonly text: string
  readonly reasoning: string | null
  readonly tokenIds: Buffer | null
  readonly logprobs: Buffer | null
  /** Equal for equal texts, reasoning included. */
  readonly textHash: string
}

export const SampleBodyEntity = entity<SampleBody>({
  name: 'sample_body',
  columns: {
    trialId: { type: 'uuid', primary: true },
    index: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    text: { type: 'text' },
    reasoning: { type: 'text', nullable: true },
    tokenIds: { type: 'bytea', nullable: true },
    logprobs: { type: 'bytea', nullable: true },
    textHash: {
      type: 'bigint',
      ...computed("hashtextextended(coalesce(reasoning, '') || chr(31) || text, 0)"),
    },
  },
  foreignKeys: [
    {
      target: 'sample',
      columnNames: ['teamId', 'trialId', 'index'],
      referencedColumnNames: ['teamId', 'trialId', 'index'],
    },
  ],
  checks: ['text', 'reasoning', 'token_ids', 'logprobs'].map(bytes),
})
