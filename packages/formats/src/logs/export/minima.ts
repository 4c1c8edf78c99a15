import { z } from 'zod'

/** How a sample's confidence fell from token to token, by the tokens of a group, in our own exports. */
export const Minima = z.record(
  z.coerce.number<string>().int().min(1),
  z.array(z.tuple([z.int().min(1), z.number().min(0)]).readonly()).readonly(),
)
