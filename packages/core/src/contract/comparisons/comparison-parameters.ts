import { ComparisonQuery } from '../../schemas/comparison-query.js'
import type { Parameters } from '../route.js'

const { evaluations, suite, with: opponent, base, against, methods, unpaired } = ComparisonQuery.shape

/** The query parameters that select what is compared. */
export const COMPARED = {
  evaluations: { about: 'ids, with commas between them', schema: evaluations },
  suite: { about: 'the name of a suite, in place of ids: the newest evaluation of each benchmark', schema: suite },
  with: { about: 'whether methods are compared with the base evaluation or within their own', schema: opponent },
  base: { about: 'the evaluation others are compared with', schema: base },
  against: { about: 'the method all are compared with', schema: against },
  methods: { about: 'the methods shown, with semicolons between them', schema: methods },
  unpaired: { about: '1: without questions in common, compare shares', schema: unpaired },
} as const satisfies Parameters
