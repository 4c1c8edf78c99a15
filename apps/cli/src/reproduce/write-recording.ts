import { GRADING_VERSION } from '@cges-fleet/answers'
import { descriptionLine } from '@cges-fleet/formats'
import { PAPER_BENCHMARKS, type PaperBenchmark, simulatedRecording } from '@cges-fleet/reproduce'
import { UsageError } from '../usage-error.js'
import { writeTextFile } from '../write-text-file.js'

interface WhatToWrite {
  readonly benchmark?: readonly PaperBenchmark[]
  readonly samples?: readonly string[]
  readonly size?: number
}

/** Writes one simulated run of a benchmark as a recording that says of itself that it is simulated. */
export function writeRecording(file: string, { benchmark = [], samples, size }: WhatToWrite): void {
  const [name, ...more] = benchmark
  if (name === undefined || more.length > 0 || samples !== undefined)
    throw new UsageError(`--recording writes what is simulated of one --benchmark: ${PAPER_BENCHMARKS.join(', ')}`)
  const description = descriptionLine({
    evaluation: `simulated ${name}`,
    provenance: 'simulated',
    kind: 'text',
    paper: false,
    gradingVersion: GRADING_VERSION,
    methods: ['sc@16'],
    replicates: 1,
    seed: 0,
    independence: null,
    order: 'index',
    digest: null,
  })
  writeTextFile(file, `${description}${simulatedRecording(name, size).join('\n')}\n`)
  console.error(`wrote ${file}: simulated, for cges replay`)
}
