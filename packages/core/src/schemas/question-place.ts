import { z } from 'zod'

const whole = (most: number, what: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be ${what}, a whole number from 0`)
    .transform(Number)
    .refine((value) => value <= most, `must be ${what}, at most ${most}`)

/** A question's place in its benchmark, in a path. */
export const Position = whole(999_999_999, 'the place of a question in its benchmark')

/** A sample's index, in a path. */
export const SampleIndex = whole(1023, 'the index of a sample')

/** Which of an evaluation's replicates, in a query. */
export const Replicate = whole(999_999, 'a replicate')

/** The offset of a part, in a query. */
export const From = whole(999_999_999, 'the "next" of the part before')
