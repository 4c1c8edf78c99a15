/** How a pool of workers is scaled: KEDA's settings between 0 and 1, the HPA's from 1 on. Times in seconds. */
export interface ScalingRule {
  /** Work one worker carries at once. */
  readonly target: number
  /** Work must exceed this for a first worker to start. */
  readonly activationTarget: number
  readonly minReplicas: number
  readonly maxReplicas: number
  /** How long there must be no work before the last worker goes. */
  readonly cooldownSeconds: number
  readonly fallback: { readonly failureThreshold: number; readonly replicas: number }
  readonly scaleUp: ScalingPolicy
  readonly scaleDown: ScalingPolicy
}

/** Limits how many workers are added or removed within a period, and to what was wanted during the whole window. */
export interface ScalingPolicy {
  readonly stabilizationSeconds: number
  readonly workers: number
  readonly periodSeconds: number
}

/** The autoscaler's state between two evaluations. */
export interface ScalingState {
  readonly replicas: number
  readonly activeAt: number
  readonly failures: number
  readonly recommendations: readonly { readonly at: number; readonly replicas: number }[]
  readonly changes: readonly { readonly at: number; readonly by: number }[]
}

/** The HPA's tolerance: within a tenth of the target nothing changes. */
const TOLERANCE = 0.1

/** The initial state of an autoscaler with a number of workers. */
export function initialScaling(replicas: number, at: number): ScalingState {
  return { replicas, activeAt: at, failures: 0, recommendations: [], changes: [] }
}

/**
 * Computes how many workers KEDA and the HPA would run, to predict the effect of a setting before a cluster applies it.
 * `depth` is the pool's queue depth, null if it cannot be read: then nothing changes, and after more failures than the
 * threshold there are at least `fallback.replicas` (from 0 KEDA never lifts so). Source: KEDA 2.20 `pkg/scaling/executor`, Kubernetes
 * `pkg/controller/podautoscaler`.
 */
export function nextReplicas(
  rule: ScalingRule,
  state: ScalingState,
  seen: { readonly at: number; readonly depth: number | null },
): ScalingState {
  const { at, depth } = seen
  const failures = depth === null ? state.failures + 1 : 0
  if (depth === null && failures <= rule.fallback.failureThreshold) return { ...state, failures }
  const active = depth !== null && depth > rule.activationTarget
  const now = { ...state, failures, activeAt: active ? at : state.activeAt }
  if (state.replicas === 0) return active ? changed(now, Math.max(1, rule.minReplicas), at) : now
  const idleFor = at - now.activeAt
  if (depth !== null && !active && idleFor >= rule.cooldownSeconds) return changed(now, rule.minReplicas, at)
  const wanted = depth === null ? Math.max(state.replicas, rule.fallback.replicas) : recommended(rule, state, depth)
  return stabilized(rule, { ...now, recommendations: [...now.recommendations, { at, replicas: wanted }] }, at)
}

function recommended(rule: ScalingRule, { replicas }: ScalingState, depth: number): number {
  const ratio = depth / (rule.target * replicas)
  const wanted = Math.abs(ratio - 1) <= TOLERANCE ? replicas : Math.ceil(depth / rule.target)
  return clamp(wanted, Math.max(1, rule.minReplicas), rule.maxReplicas)
}

/** Downwards the highest recommendation of the window counts, upwards the lowest; then the policies limit the step. */
function stabilized(rule: ScalingRule, state: ScalingState, at: number): ScalingState {
  const { scaleUp, scaleDown } = rule
  const within = (seconds: number) => state.recommendations.filter((one) => one.at >= at - seconds)
  const lowest = Math.min(...within(scaleUp.stabilizationSeconds).map(({ replicas }) => replicas))
  const highest = Math.max(...within(scaleDown.stabilizationSeconds).map(({ replicas }) => replicas))
  const { replicas } = state
  const wanted = replicas < lowest ? lowest : replicas > highest ? highest : replicas
  const kept = Math.max(scaleUp.stabilizationSeconds, scaleDown.stabilizationSeconds)
  const remembering = { ...state, recommendations: within(kept) }
  if (wanted > replicas) {
    const most = replicas - moved(state, scaleUp, at) + scaleUp.workers
    return changed(remembering, Math.max(replicas, Math.min(wanted, most)), at)
  }
  const least = replicas - moved(state, scaleDown, at) - scaleDown.workers
  return changed(remembering, Math.min(replicas, Math.max(wanted, least)), at)
}

/** How far the number has moved within a policy's period: positive up, negative down. */
function moved(state: ScalingState, { periodSeconds }: ScalingPolicy, at: number): number {
  return state.changes.filter((change) => change.at > at - periodSeconds).reduce((sum, { by }) => sum + by, 0)
}

function changed(state: ScalingState, replicas: number, at: number): ScalingState {
  if (replicas === state.replicas) return state
  return { ...state, replicas, changes: [...state.changes.slice(-99), { at, by: replicas - state.replicas }] }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
