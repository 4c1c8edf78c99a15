import type { BenchmarkView, LabelsInUse, PoolView } from '@cges-fleet/core'
import { ListBenchmarks, ListPools, ReadLabels } from '@cges-fleet/core/contract'
import { readApi } from './read-api'

/** What there is to choose from; a kind that cannot be read is empty. */
export interface Choices {
  readonly benchmarks: readonly BenchmarkView[]
  readonly pools: readonly PoolView[]
  readonly labels: LabelsInUse
}

/** Reads the benchmarks, pools, owners and tags that a page offers. */
export async function readChoices(): Promise<Choices> {
  const [benchmarks, pools, labels] = await Promise.all([
    readApi(ListBenchmarks),
    readApi(ListPools),
    readApi(ReadLabels),
  ])
  return {
    benchmarks: benchmarks.ok ? benchmarks.value.benchmarks : [],
    pools: pools.ok ? pools.value.pools : [],
    labels: labels.ok ? labels.value : { owners: [], tags: [] },
  }
}
