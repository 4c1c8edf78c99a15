import type { MethodReport } from '@cges-fleet/core'
import type { ConfidenceSignal } from '@cges-fleet/methods'
import { findPageRule, type Shape, type Swept } from '@cges-fleet/methods/replay'

/** How a method looks wherever it is drawn: a hue, a marker with a sign in it, a line's dashes. */
export interface Identity {
  /** Names a colour token and the class that sets it. */
  readonly hue: string
  readonly shape: Shape
  /** The sign in the marker, 0 (none) to 7: shows the budget. */
  readonly sign: number
  /** The dashes of its lines, 0 (none) to 10: show the parameter it stops by, and the signal it weighs votes by. */
  readonly dash: number
  /** How far its hue is shifted towards the ink, 0 to 2: shows any other deviation from a default. */
  readonly shade: number
}

/** How many signs there are. */
export const VARIANTS = 8

const SIGNALS: Readonly<Record<string, readonly [hue: string, shape: Shape]>> = {
  'lns-arith': ['lns-arith', 'circle'],
  'lns-geom': ['lns-geom', 'cross'],
  'deepconf-b10': ['deepconf-b10', 'triangle-right'],
  'deepconf-tail': ['deepconf-tail', 'triangle-left'],
  'deepconf-b10-window': ['deepconf-b10-window', 'hourglass'],
  'deepconf-tail-window': ['deepconf-tail-window', 'bow-tie'],
  'self-certainty': ['self-certainty', 'star-6'],
  'self-certainty-b10-window': ['self-certainty-b10-window', 'star-8'],
  mars: ['mars', 'pentagon'],
  'mars-learned': ['mars', 'shield'],
  rm: ['rm', 'saltire'],
  constant: ['other', 'kite'],
} satisfies Record<ConfidenceSignal | 'constant', readonly [hue: string, shape: Shape]>

const SIGNAL_ORDER = Object.keys(SIGNALS)

/**
 * Gives a method its look from its own spec, never from its place among others, so that it looks the same on every page
 * and in every evaluation. Shape, sign and dashes differ for all usual methods, so that no colour is needed.
 */
export function identityOf({ spec, key }: Pick<MethodReport, 'spec' | 'key'>): Identity {
  const [hue, shape] = lookOf(spec) ?? ['other', 'wye']
  const { dash, exact } = dashOf(spec, key)
  const shade = exact && isPlain(spec) ? shadeOfGiven(spec) : 1 + (hashOf(key) % 2)
  return { hue, shape, sign: levelOf(spec.budget), dash, shade }
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
  const swept = spec.certified === undefined ? findPageRule(spec.method)?.swept : undefined
  if (!swept) return { dash: hashOf(key) % VARIANTS, exact: true }
  const { steps, exact } = modifiersOf(spec)
  if (swept.parameter === 'budget')
    return { dash: weighsBySignal(spec) ? stepped(0, steps) : levelOf(spec.budget), exact }
  const configured = new Map<string, unknown>(Object.entries(spec)).get(swept.parameter)
  const near = nearest(Number(configured), swept.usual, SCALES[swept.scale])
  return { dash: stepped(near.dash, steps), exact: near.exact && exact }
}

/** Whether dashes must tell which signal it weighs votes by: of a rule that looks like its signal the outline does. */
function weighsBySignal(spec: MethodReport['spec']): boolean {
  return 'confidence' in spec && findPageRule(spec.method)?.look !== 'signal'
}

/** Far enough apart to distinguish the usual values of a swept parameter, also those of signals that share a hue. */
const STEP = 5

function stepped(dash: number, steps: number): number {
  return (dash + STEP * (steps + DASHES.length)) % DASHES.length
}

/**
 * The other trait that distinguishes usual methods of one rule: the signal it weighs by, counted from the usual one, or
 * the tenths it keeps.
 */
function modifiersOf(spec: MethodReport['spec']): { readonly steps: number; readonly exact: boolean } {
  if ('keep' in spec) {
    const steps = Math.round(10 * spec.keep)
    return { steps: steps - 1, exact: Math.abs(10 * spec.keep - steps) < 1e-9 }
  }
  if (!('confidence' in spec) || !weighsBySignal(spec)) return { steps: 0, exact: true }
  const usual = findPageRule(spec.method)?.parameters['confidence']?.preset ?? 'lns-arith'
  return { steps: SIGNAL_ORDER.indexOf(spec.confidence) - SIGNAL_ORDER.indexOf(`${usual}`), exact: true }
}

/** The rule's own look, or that of the signal it reads; of a rule that weighs by a signal the outline alone is its own. */
function lookOf(spec: MethodReport['spec']): readonly [hue: string, shape: Shape] | undefined {
  const look = findPageRule(spec.method)?.look
  const signal = SIGNALS['confidence' in spec ? spec.confidence : 'constant']
  if (look === 'signal') return signal
  return look && [('confidence' in spec ? signal?.[0] : undefined) ?? look.hue, look.shape]
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

/** Whether every parameter with a default has it, except those shown by hue and dashes. */
function isPlain(spec: MethodReport['spec']): boolean {
  const rule = findPageRule(spec.method)
  const values = new Map<string, unknown>(Object.entries(spec))
  return Object.entries(rule?.parameters ?? {}).every(([name, parameter]) => {
    const { preset, optional } = parameter
    const isOther = optional ? values.get(name) !== undefined : preset !== undefined && values.get(name) !== preset
    return name === rule?.swept?.parameter || DRAWN.has(name) || !isOther
  })
}

/** The parameters that hue, outline and dashes show, whatever the method's rule. */
const DRAWN = new Set(['confidence', 'keep'])

/** One of all three shades, by the values that a rule has no default for and that nothing else tells; 0 if there is none. */
function shadeOfGiven(spec: MethodReport['spec']): number {
  const rule = findPageRule(spec.method)
  const values = new Map<string, unknown>(Object.entries(spec))
  const given = Object.entries(rule?.parameters ?? {})
    .filter(([, { preset, optional }]) => preset === undefined && !optional)
    .filter(([name]) => name !== rule?.swept?.parameter && !DRAWN.has(name))
    .map(([name]) => `${name}=${JSON.stringify(values.get(name))}`)
  return given.length === 0 ? 0 : hashOf(given.join()) % 3
}

function hashOf(key: string): number {
  return [...key].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7)
}

/** Every line's dashes, by their number; a prime many, so that steps of any size meet all of them. */
export const DASHES = [
  'none',
  '8 3',
  '2 2.5',
  '9 3 2 3',
  '5 2 1.5 2 1.5 2',
  '14 4',
  '1 4',
  '4 5',
  '16 3 2 3 2 3',
  '8 7',
  '10 2 4 2',
] as const

/** Gives the dashes of a method's lines as SVG writes them. */
export function lineDashes(dash: number): string {
  return DASHES[dash % DASHES.length] ?? 'none'
}
