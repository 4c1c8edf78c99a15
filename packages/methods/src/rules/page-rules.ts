import type { RULES } from './all-rules.js'
import type { Family, Look } from './look.js'
import type { Swept } from './swept.js'

/** A page's description of a rule and its look, without the mathematics it decides by. */
export type PageRule<Parameter extends string = string> = {
  readonly title: string
  readonly family: Family
  readonly look: Look | 'signal'
  /** The parameter that trades calls for accuracy; null if samples cannot be replayed under another value. */
  readonly swept: Pick<Swept, 'parameter' | 'scale' | 'usual'> | null
  /** Of each parameter the value it has unless given; or that a spec may lack it. */
  readonly parameters: Readonly<Record<Parameter, { readonly preset?: Preset; readonly optional?: true }>>
}

type Preset = string | number | boolean

type BuiltIn = (typeof RULES)[number]

/** One entry a rule, with all of its parameters: the compiler reports any that is missing. */
type PageRules = {
  readonly [Rule in BuiltIn as Rule['name']]: PageRule<keyof Rule['parameters'] & string>
}

/**
 * Finds a rule's description for pages by the rule's name, in code that decides nothing: the descriptions take a
 * kilobyte, whereas the rules themselves bring all their mathematics. Null if there is none, such as a rule that only a
 * newer release knows.
 */
export function findPageRule(name: string): PageRule | null {
  return BY_NAME.get(name) ?? null
}

/** Written from the rules themselves, a line each, by `page-rules.test.ts`. */
const PAGE_RULES = {
  "sc": {"title":"SC","family":"sc","look":{"hue":"sc","shape":"square"},"swept":{"parameter":"budget","scale":"count","usual":[16,32,64,128,1,2,4,8]},"parameters":{}},
  "esc": {"title":"ESC","family":"esc","look":{"hue":"esc","shape":"triangle"},"swept":{"parameter":"window","scale":"count","usual":[4,2,3,5,6,8,10,16]},"parameters":{"answerFrom":{"preset":"plurality"},"window":{}}},
  "asc-beta": {"title":"ASC-β","family":"asc","look":{"hue":"asc-beta","shape":"diamond"},"swept":{"parameter":"threshold","scale":"share","usual":[0.95,0.9,0.99,0.8,0.85,0.97,0.995,0.999]},"parameters":{"threshold":{"preset":0.95}}},
  "asc-dirichlet": {"title":"ASC-Dirichlet","family":"asc","look":{"hue":"asc-dirichlet","shape":"triangle-down"},"swept":{"parameter":"threshold","scale":"share","usual":[0.95,0.9,0.99,0.8,0.85,0.97,0.995,0.999]},"parameters":{"threshold":{"preset":0.95}}},
  "dsc": {"title":"DSC","family":"dsc","look":{"hue":"dsc","shape":"star"},"swept":null,"parameters":{"easyRun":{"preset":32},"extendBy":{"preset":4},"preSamples":{"preset":4},"predictFrom":{"preset":16},"rankBatch":{"preset":5},"rankRounds":{"preset":3},"threshold":{"preset":0.95}}},
  "cges": {"title":"CGES","family":"cges","look":"signal","swept":{"parameter":"gamma","scale":"share","usual":[0.99,0.95,0.9,0.999,0.995,0.98,0.9999,0.8]},"parameters":{"confidence":{},"constant":{"optional":true},"gamma":{},"map":{"optional":true},"minSamples":{"preset":1},"otherStops":{"preset":false},"support":{"preset":"dynamic"}}},
  "voi": {"title":"VOI","family":"votes","look":{"hue":"dsc","shape":"hexagon"},"swept":{"parameter":"kappa","scale":"cost","usual":[0.01,0.004,0.03,0.002,0.02,0.001,0.006,0.05]},"parameters":{"kappa":{"preset":0.01}}},
  "majority": {"title":"Majority","family":"votes","look":{"hue":"esc","shape":"chevron"},"swept":{"parameter":"alpha","scale":"share","usual":[0.1,0.05,0.2,0.01,0.3,0.02,0.001,0.5]},"parameters":{"alpha":{"preset":0.1}}},
  "mmc": {"title":"MMC","family":"votes","look":{"hue":"asc-beta","shape":"arrow"},"swept":{"parameter":"alpha","scale":"share","usual":[0.1,0.05,0.2,0.01,0.3,0.02,0.001,0.5]},"parameters":{"alpha":{"preset":0.1}}},
  "cite": {"title":"CITE","family":"votes","look":{"hue":"asc-dirichlet","shape":"house"},"swept":{"parameter":"alpha","scale":"share","usual":[0.1,0.05,0.2,0.01,0.3,0.02,0.001,0.5]},"parameters":{"alpha":{"preset":0.1}}},
  "bayes": {"title":"Bayes","family":"votes","look":{"hue":"asc-beta","shape":"bolt"},"swept":{"parameter":"delta","scale":"share","usual":[0.05,0.1,0.02,0.01,0.2,0.001,0.3,0.005]},"parameters":{"answers":{"preset":5},"delta":{"preset":0.05},"easy":{"preset":0.1},"hard":{"preset":1},"share":{"preset":0.5}}},
  "bayes-shapes": {"title":"Bayes-L3","family":"votes","look":{"hue":"asc-dirichlet","shape":"double-arrow"},"swept":{"parameter":"delta","scale":"share","usual":[0.05,0.1,0.02,0.01,0.2,0.001,0.3,0.005]},"parameters":{"delta":{"preset":0.05},"shapes":{}}},
  "doubling": {"title":"Doubling","family":"votes","look":{"hue":"sc","shape":"trapezoid"},"swept":{"parameter":"threshold","scale":"share","usual":[0.75,0.9,0.6,0.7,0.8,0.85,0.95,0.99]},"parameters":{"threshold":{"preset":0.75}}},
  "reasc": {"title":"ReASC","family":"weighed","look":{"hue":"mars","shape":"parallelogram"},"swept":{"parameter":"threshold","scale":"share","usual":[0.95,0.9,0.99,0.8,0.85,0.97,0.995,0.999]},"parameters":{"confidence":{},"gate":{},"lambda":{"preset":0.7},"mean":{},"spread":{},"threshold":{"preset":0.95}}},
  "cisc": {"title":"CISC","family":"weighed","look":{"hue":"rm","shape":"tee"},"swept":{"parameter":"budget","scale":"count","usual":[16,32,64,128,1,2,4,8]},"parameters":{"confidence":{},"temperature":{"preset":1}}},
  "cite-weighted": {"title":"CITE-w","family":"weighed","look":{"hue":"mars","shape":"crown"},"swept":{"parameter":"alpha","scale":"share","usual":[0.1,0.05,0.2,0.01,0.3,0.02,0.001,0.5]},"parameters":{"alpha":{"preset":0.1},"confidence":{}}},
  "deepconf": {"title":"DeepConf","family":"weighed","look":{"hue":"deepconf-b10","shape":"pennant"},"swept":{"parameter":"threshold","scale":"share","usual":[0.95,0.9,0.99,0.8,0.85,0.97,0.7,0.999]},"parameters":{"keep":{"preset":0.9},"threshold":{"preset":0.95},"warmUps":{"preset":16},"window":{"preset":2048}}},
  "beacon": {"title":"BEACON","family":"weighed","look":{"hue":"rm","shape":"funnel"},"swept":{"parameter":"cost","scale":"cost","usual":[0.02,0.01,0.05,0.005,0.1,0.002,0.2,0.001]},"parameters":{"confidence":{"preset":"rm"},"cost":{"preset":0.02}}},
  "fixed-total": {"title":"Fixed total","family":"votes","look":{"hue":"esc","shape":"star-4"},"swept":null,"parameters":{"step":{"preset":0.1},"totalCalls":{}}},
  "blend-asc": {"title":"Blend-ASC","family":"asc","look":{"hue":"asc-dirichlet","shape":"tee-down"},"swept":null,"parameters":{"step":{"preset":0.1},"totalCalls":{}}},
  "parallel-probe": {"title":"Parallel-Probe","family":"votes","look":{"hue":"dsc","shape":"cup"},"swept":null,"parameters":{"leastBranches":{"preset":3},"pruneAfter":{"preset":3},"pruneShare":{"preset":0.5},"stable":{"preset":18},"warmUpProbes":{"preset":10}}},
  "margin-retained": {"title":"Margin","family":"votes","look":{"hue":"esc","shape":"zed"},"swept":null,"parameters":{"alpha":{"optional":true},"warmUps":{"preset":16}}},
} as const satisfies PageRules

const BY_NAME = new Map<string, PageRule>(Object.entries(PAGE_RULES))
