import { type Manifest, readManifests } from '../deploy/kubernetes/manifest.js'
import type { TestFleet } from '../fleet/test-fleet.js'
import type { ScrapeJob } from './prometheus.js'

interface Endpoint {
  readonly port: string
  readonly path: string
  readonly authorization?: object
  readonly relabelings?: readonly { readonly targetLabel: string }[]
}

/** The labels that Kubernetes puts on what it finds. */
const NAMESPACE = 'live'
const POOL = 'test'

/**
 * Has what the chart's monitors name scraped from a fleet's processes. Kubernetes would find them; here their addresses are
 * listed, with the labels it would give them.
 */
export function scrapeJobs(fleet: TestFleet, token: string): ScrapeJob[] {
  const monitors = readManifests('gpu').filter(({ kind }) => kind === 'ServiceMonitor' || kind === 'PodMonitor')
  return monitors.flatMap((monitor) =>
    endpointsOf(monitor).map(({ port, path, authorization, relabelings = [] }) => {
      const { name } = monitor.metadata
      const relabelled = Object.fromEntries(relabelings.map(({ targetLabel }) => [targetLabel, POOL]))
      const labels = (nth: number) => ({ namespace: NAMESPACE, pod: `${name}-${nth}`, ...relabelled })
      const targets = urlsOf(fleet, `${name} ${port}`).map((url, nth) => ({ url, labels: labels(nth) }))
      return { name: `${name}/${port}`, path, token: authorization === undefined ? null : token, targets }
    }),
  )
}

function endpointsOf({ spec }: Manifest): readonly Endpoint[] {
  const { endpoints = [], podMetricsEndpoints = [] } = spec as Record<string, readonly Endpoint[] | undefined>
  return [...endpoints, ...podMetricsEndpoints]
}

function urlsOf(fleet: TestFleet, endpoint: string): string[] {
  switch (endpoint) {
    case 'api http':
      return [fleet.api]
    case 'coordinator metrics':
      return fleet.coordinators.map(({ listening }) => listening)
    case 'worker metrics':
      return fleet.workers.map(({ listening }) => listening)
    case 'worker engine':
      return fleet.simulators.map(({ listening }) => listening)
    default:
      throw new Error(`the chart monitors ${endpoint}, which no process here is`)
  }
}
