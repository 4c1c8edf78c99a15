import type { BenchmarkView, LabelsInUse, PoolView, Problem, WebhookList } from '@cges-fleet/core'
import { ListBenchmarks, ListPools, ListWebhooks, GetLabels } from '@cges-fleet/core/contract'
import { fetchApi } from './fetch-api'

/** The choices available; a kind that cannot be loaded is empty. */
export interface Choices {
  readonly benchmarks: readonly BenchmarkView[]
  readonly pools: readonly PoolView[]
  readonly labels: LabelsInUse
  readonly webhooks: WebhookList['webhooks']
  /** Why there are no choices, if they could not be loaded. */
  readonly problem: Problem | null
}

/** Reads the benchmarks, pools, owners and tags that a page offers. */
export async function fetchChoices(): Promise<Choices> {
  const [benchmarks, pools, labels, webhooks] = await Promise.all([
    fetchApi(ListBenchmarks),
    fetchApi(ListPools),
    fetchApi(GetLabels),
    fetchApi(ListWebhooks),
  ])
  return {
    benchmarks: benchmarks.ok ? benchmarks.value.benchmarks : [],
    pools: pools.ok ? pools.value.pools : [],
    problem: benchmarks.ok ? (pools.ok ? null : pools.problem) : benchmarks.problem,
    labels: labels.ok ? labels.value : { owners: [], tags: [] },
    webhooks: webhooks.ok ? webhooks.value.webhooks : [],
  }
}
