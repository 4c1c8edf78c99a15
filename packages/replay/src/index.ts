export { calibrationOf, certifiedStops } from './certified-stops.js'
export type { InputCheck } from './check-input.js'
export { difficultyOrder, DSC_RANKINGS, type DscRanking, orderRefusal, ordersFor } from './orders.js'
export { areWhole, grade, GRADES, type Grades, gradesProblem, isRight } from './grade.js'
export type { BestThreshold } from './frontier/best-threshold.js'
export type { FrontierFigure, FrontierStatistics } from './frontier/frontier.js'
export type { Difference } from './paired-differences.js'
export { type MethodResult, customRuleResult, type ReplayedMethod } from './replay.js'
export type { ReplayOptions } from './seed-result.js'
export { type RecordedSample, type Recording, RecordingCollector } from './recording.js'
export { replayReport, type ReplayReport, type SignalQuality } from './replay-report.js'
export { parseUntil, parseUntilDraft, type UntilGoal, ungradedUntil } from './until.js'
export type { Stop } from './certified-stops.js'
export { permute, runSeed, stopsOn } from './run-seed.js'
export { IDENTITY, parseValueMap, type ValueMap } from '@cges-fleet/formats'
export { shortOf, type ValueMaps, votesFor } from './votes-for.js'
export { labelledParts, partsOf, tunedSpec, usualSlice } from './tune/labelled-parts.js'
export {
  FIXED_GAMMA,
  type GammaCheck,
  isTooLow,
  judgedCheck,
  tunedAdvice,
  tunedMethod,
  type TunedSignal,
  tuneSignal,
} from './tune/tune-signal.js'
export { tuneHint } from './tune/suggest-map.js'
export { type TunedTemperature, tuneTemperature } from './tune/temperature.js'
export type { Labelled } from './tune/sweep-labelled.js'
