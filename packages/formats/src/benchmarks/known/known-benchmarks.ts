import { BenchmarkDefinition } from '@cges-fleet/core'
import { aime24 } from './aime24.js'
import { gpqaDiamond } from './gpqa-diamond.js'
import { gsm8k } from './gsm8k.js'
import { math500 } from './math500.js'
import { mmluPro } from './mmlu-pro.js'

/**
 * The paper's five benchmarks, ready to import by name. They hold no questions: those are public datasets, each named
 * with the commit it is read at.
 */
export const KNOWN_BENCHMARKS: readonly BenchmarkDefinition[] = [aime24, math500, gsm8k, mmluPro, gpqaDiamond].map(
  (input) => BenchmarkDefinition.parse(input),
)
