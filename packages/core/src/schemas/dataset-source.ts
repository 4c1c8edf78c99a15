import { z } from 'zod'

/** A file of a Hugging Face dataset at one commit: the same questions today and in a year. */
export const DatasetSource = z.strictObject({
  id: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be OWNER/NAME, such as openai/gsm8k'),
  config: z.string().min(1).default('default'),
  split: z.string().min(1).default('test'),
  revision: z.string().regex(/^[0-9a-f]{40}$/, 'must be a commit of 40 hexadecimal digits, not a branch'),
  /** Its path inside the dataset's repository. */
  path: z.string().min(1),
  license: z.string().min(1),
  /** Its owner must grant access first. */
  gated: z.boolean().default(false),
})
export type DatasetSource = z.infer<typeof DatasetSource>
