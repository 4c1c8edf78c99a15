import { RULES, type seededRandom } from '@cges-fleet/methods'

type Random = ReturnType<typeof seededRandom>

/** Methods with other parameters than their examples, so that every branch of a rule is asked. */
const VARIANTS = [
  'esc:window=3,answerFrom=window@24',
  'esc:window=1@4',
  'asc-beta:threshold=0.8@24',
  'asc-dirichlet:threshold=0.7@24',
  'cges:confidence=constant,gamma=0.9@24',
  'cges:confidence=constant,constant=0.4,gamma=0.95,otherStops=true@24',
  'cges:confidence=lns-arith,gamma=0.999,support=6,otherStops=true@24',
  'cges:confidence=lns-geom,gamma=0.99,minSamples=3,map=-0.3;1.4@24',
  'cges:confidence=lns-arith,gamma=0.999,abstainBelow=0.9@6',
  'asc-beta:abstainBelow=0.8@8',
  'sc:abstainBelow=0.5@8',
  'voi:kappa=0.05@24',
  'majority:alpha=0.3@24',
  'mmc:alpha=0.5@24',
  'cite:alpha=0.8@24',
  'bayes:answers=2,delta=0.2,easy=0.05,hard=2,share=0.9@24',
  'bayes:answers=40@24',
  'doubling:threshold=0.6@24',
  'cisc:confidence=lns-arith,temperature=0.1@24',
  'cite-weighted:alpha=0.6,confidence=lns-arith@24',
  'beacon:confidence=lns-arith,cost=0.002@12',
  'deepconf:keep=0.3,threshold=0.8,warmUps=3,window=4@24',
  'deepconf:keep=0.9,threshold=0.99,warmUps=5,window=1@24',
  'sc',
]

const OF_SETS = [
  'dsc:easyRun=3,preSamples=3,predictFrom=2,extendBy=2,threshold=0.9@12',
  'fixed-total:totalCalls=40@12',
  'blend-asc:totalCalls=40,step=0.2@12',
]

/** Texts that are methods, and texts that are none. */
const TEXTS = [
  'esc:window=4@16',
  'cges:gamma=0.000001,confidence=mars,map=1e-7;2.5@1',
  'cges:gamma=0.00001,confidence=constant,constant=.5,support=4,otherStops=true',
  'asc-beta:certified=0.02/0.1@32',
  'asc-beta:certified=0.02/0.1,calibrate=20',
  'asc-beta:calibrate=20',
  'asc-beta:certified=0.02/0.1,abstainBelow=0.5',
  'asc-beta:abstainBelow=1',
  'asc-beta:certified=0.00001/0.1',
  'asc-beta:threshold=1',
  'asc-beta:threshold=high',
  'asc-beta:threshold=0.9,threshold=0.8',
  'cges:gamma=0.9',
  'cges:gamma=0.9,confidence=none',
  'cges:gamma=0.9,confidence=rm,support=1',
  'cges:gamma=0.9,confidence=rm,otherStops=yes',
  'esc',
  'esc:4',
  'esc:window=0',
  'esc:window=2.5',
  'sc@0',
  'sc@many',
  'sc:window=4',
  'sc:budget=4',
  'sc:method=esc',
  'nothing@16',
  '',
]

/** Makes lines that `cges decide` and the Python package must answer alike. */
export function decideLines(random: Random, count: number): object[] {
  const rules = RULES.filter((rule) => rule.decides === 'trial')
  const methods = [...rules.map((rule) => rule.example), ...VARIANTS]
  const ofTrials = Array.from({ length: count }, (_, at) => ({
    method: methods[at % methods.length],
    samples: samplesOf(random, random.int(1, 30)),
  }))
  const ofSets = Array.from({ length: 30 }, (_, at) => ({
    method: OF_SETS[at % OF_SETS.length],
    questions: Array.from({ length: 8 }, () => ({ samples: samplesOf(random, 12) })),
  }))
  return [...ofTrials, ...ofSets]
}

/** The texts of methods to read alike. */
export function methodTexts(): readonly string[] {
  return TEXTS
}

/** Confidences on a coarse grid, so that ties come up; those of tokens in parts of 64, so that their sums are exact. */
function samplesOf(random: Random, size: number) {
  const sure = random.next()
  return Array.from({ length: size }, () => ({
    answer: random.next() < 0.1 ? null : random.next() < sure ? 'A' : random.pick(['A', 'B', 'C', 'D']),
    confidence: random.int(1, 19) / 20,
    tokenConfidences: Array.from({ length: random.int(1, 12) }, () => random.int(64, 1280) / 64),
  }))
}
