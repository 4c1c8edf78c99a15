/**
 * When to stop asking a model again, and which answer to give: SC, ESC, ASC, DSC and CGES, each from its paper, and the
 * confidences that CGES weighs answers by, from token log-probabilities. Depends on zod alone; nothing here uses a
 * clock, randomness, files, the network or the environment.
 */
export {
  CERTAINTY_SIGNALS,
  type CertaintySignal,
  Confidences,
  ConfidenceSignal,
  TOKEN_SIGNALS,
  type TokenSignal,
} from './confidence/confidence-signal.js'
export { didYouMean, type ParsedMethod, parseMethodSpec } from './parse-method-spec.js'
export {
  type CertifiedSpec,
  DEFAULT_BUDGET,
  type DscSpec,
  ExternalName,
  ExternalSpec,
  MAX_BUDGET,
  METHOD_NAMES,
  MethodSpec,
  type SetMethodSpec,
  type TrialMethodSpec,
} from './method-spec.js'
export { clampConfidence, type Signal, type signalOf } from './confidence/signal.js'
export {
  marsConfidence,
  type MarsSignal,
  splitSteps,
  stepImportance,
  type Steps,
} from './confidence/mars-confidence.js'
export { PRM_AGGREGATIONS, prmAggregation, type PrmAggregation } from './confidence/prm-aggregation.js'
export {
  certaintyConfidences,
  certaintySignals,
  MOST_CERTAINTY,
  SELF_CERTAINTY_TOP,
  selfCertainty,
  tokenCertainty,
} from './confidence/certainty-signals.js'
export { SIGNALS_VERSION, tokenConfidences, tokenSignals } from './confidence/token-signals.js'
export { ascBetaProbability, ascDirichletProbability } from './vote-evidence.js'
export {
  type CgesCandidate,
  type cgesLead,
  type CgesLead,
  type cgesPosterior,
  type CgesPosterior,
  type CgesSupport,
  SupportExceeded,
} from './cges/posterior.js'
export { cgesScores, type CgesScores } from './cges/cges.js'
export { chargedTokens, cutTokens, probeTokensUsed, sequentialTokens, tokensUsed } from './tokens-used.js'
export {
  calibrationSize,
  type Certification,
  type CertifiedPlace,
  certifiedRefusal,
  certify,
  certifyThreshold,
  decideCertified,
  disagreementP,
  isCertified,
  leastCalibration,
  type Promised,
  promiseOf,
  questionsRefusal,
} from './certified.js'
export {
  decide,
  decideQuestions,
  endsBelow,
  type EndsBelow,
  nextStop,
  otherScore,
  readableVotes,
  type TraceBar,
  scorePath,
} from './decide.js'
export { type Decision, type SetQuestion, STOP_REASONS, type StopReason } from './decision.js'
export { decideSet, type DscQuestion, type DscReason } from './dsc/decide-set.js'
export { parseRanking, type RankedBatch, rankingBatches, rankingPrompt, rankingScores } from './dsc/ranking.js'
export {
  findMethod,
  METHOD_PARAMETERS,
  methodLabel,
  type MethodParameter,
  type MethodParameters,
} from './method-label.js'
export { foreseenNeed, type Foresight, foresightOf, type OpenRule } from './foresight.js'
export { GAMMA_GRID, type GammaStop, gammaSweep } from './cges/gamma-sweep.js'
export {
  type Gate,
  type gateParameters,
  type GateParameters,
  type GradedAnswer,
  type LabelledGate,
  learnGate,
  learnLabelledGate,
  type meanOf,
  type Taken,
  takenBy,
} from './gate/learn-gate.js'
export {
  isSetMethod,
  isTrialMethod,
  ranksQuestions,
  readsPartials,
  readsSignal,
  readsWindow,
  requiredSignals,
  requiredWindows,
} from './requirements.js'
export { incompleteBeta, logGamma, logit } from './math.js'
export { methodKey } from './method-key.js'
export { type PartialAnswer, plurality, type Plurality, type Vote } from './votes.js'
export { usualWindow } from './rules/esc.js'
// A second name, with which compilers can write down types that are inferred from schemas with methods in them.
export { ruleOf, RULES, type MethodSpec as RuleSpec } from './rules/all-rules.js'
export {
  EXTERNAL_PREFIX,
  type ExternalSpec as ExternalRuleSpec,
  isExternal,
  type ReportedSpec,
} from './rules/external.js'
export type { Look, Shape } from './rules/look.js'
export type { Swept, SWEPT_THRESHOLD, sweptCount } from './rules/swept.js'
export { sweepMethod, sweptTo, sweptValues, type SweptValues } from './sweep-method.js'
export {
  abortedAfter,
  FallingTrace,
  groupMinima,
  lowestGroup,
  type Minima,
  type MinimaByWindow,
  TOKEN_CONFIDENCE_TOP,
  tokenConfidence,
} from './traces.js'
export { learnShapes } from './shapes/learn-shapes.js'
export { learnShapeList, listShapes, parseShapes } from './shapes/shape-list.js'
export type { ShapePrior } from './shapes/shape-model.js'
export { seededRandom, type SeededRandom } from './seeded-random.js'
