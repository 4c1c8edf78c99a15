import type { MethodReport } from '@cges-fleet/core'
import type { ConfidenceSignal } from '@cges-fleet/methods'
import { findToldRule, type Shape, type Swept } from '@cges-fleet/methods/replay'

/** How a method looks wherever it is drawn: a hue, a marker with a sign in it, a line's dashes. */
export interface Identity {
  /** Names a colour token and the class that sets it. */
  readonly hue: string
  readonly shape: Shape
  /** Which sign stands in the marker, 0 (none) to 7: told by the budget. */
  readonly sign: number
  /** Which dashes its lines have, 0 (none) to 7: told by the parameter it stops by. */
  readonly dash: number
  /** How far its hue is moved to the ink, 0 to 2: told by what else differs from a default. */
  readonly shade: number
}

/** How many signs and how many dashes there are. */
export const VARIANTS = 8

const SIGNALS: Readonly<Record<string, readonly [hue: string, shape: Shape]>> = {
  'lns-arith': ['lns-arith', 'circle'],
  'lns-geom': ['lns-geom', 'cross'],
  'deepconf-b10': ['deepconf-b10', 'triangle-right'],
  'deepconf-tail': ['deepconf-tail', 'triangle-left'],
  'deepconf-b10-window': ['deepconf-b10-window', 'hourglass'],
  'deepconf-tail-window': ['deepconf-tail-window', 'bow-tie'],
  'self-certainty': ['self-certainty', 'star-6'],
  mars: ['mars', 'pentagon'],
  'mars-learned': ['mars', 'shield'],
  rm: ['rm', 'saltire'],
  constant: ['other', 'kite'],
} satisfies Record<ConfidenceSignal | 'constant', readonly [hue: string, shape: Shape]>

/**
 * Gives a method its look from what it is alone, never from its place among others, so that it looks the same on every
 * page and in every evaluation. Shape, sign and dashes differ for all usual methods, so that no colour is needed.
 */
export function identityOf({ spec, key }: Pick<MethodReport, 'spec' | 'key'>): Identity {
  const [hue, shape] = lookOf(spec) ?? ['other', 'wye']
  const { dash, exact } = dashOf(spec, key)
  return { hue, shape, sign: levelOf(spec.budget), dash, shade: exact && isPlain(spec) ? 0 : 1 + (hashOf(key) % 2) }
}

/** A budget of 16 is the usual one and has no sign. */
function levelOf(budget: number): number {
  return (Math.floor(Math.log2(budget)) + 4) % VARIANTS
}

interface Dash {
  readonly dash: number
  readonly exact: boolean
}

function dashOf(spec: MethodReport['spec'], key: string): Dash {
  const swept = spec.certified === undefined ? findToldRule(spec.method)?.swept : undefined
  if (!swept) return { dash: hashOf(key) % VARIANTS, exact: true }
  if (swept.parameter === 'budget') return { dash: levelOf(spec.budget), exact: true }
  const own = new Map<string, unknown>(Object.entries(spec)).get(swept.parameter)
  return nearest(Number(own), swept.usual, SCALES[swept.scale])
}

/** The rule's own look, or that of the signal it reads. */
function lookOf(spec: MethodReport['spec']): readonly [hue: string, shape: Shape] | undefined {
  const look = findToldRule(spec.method)?.look
  if (look !== 'signal') return look && [look.hue, look.shape]
  return SIGNALS['confidence' in spec ? spec.confidence : 'constant']
}

function nearest(value: number, usual: readonly number[], scale: (value: number) => number): Dash {
  const distances = usual.map((each) => Math.abs(scale(each) - scale(value)))
  const dash = distances.indexOf(Math.min(...distances))
  return { dash, exact: usual[dash] === value }
}

function logOdds(share: number): number {
  return Math.log(share / (1 - share))
}

const SCALES: Readonly<Record<Swept['scale'], (value: number) => number>> = {
  share: logOdds,
  count: Math.log,
  cost: Math.log,
}

/** Whether every parameter that has a default has it, but for the one told by the dashes. */
function isPlain(spec: MethodReport['spec']): boolean {
  const rule = findToldRule(spec.method)
  const values = new Map<string, unknown>(Object.entries(spec))
  return Object.entries(rule?.parameters ?? {}).every(([name, parameter]) => {
    const { preset, optional } = parameter
    const isOther = optional ? values.get(name) !== undefined : preset !== undefined && values.get(name) !== preset
    return name === rule?.swept?.parameter || !isOther
  })
}

function hashOf(key: string): number {
  return [...key].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7)
}
