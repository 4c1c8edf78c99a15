import type { Responder } from './answers/responder.js'
import { madeUpTokenizer, type Tokenizer } from './answers/tokenizer.js'
import type { Engine } from './engine.js'
import type { FaultRule, FaultRules } from './faults/fault.js'
import type { Served } from './protocol/accept-request.js'
import type { RequestLog } from './request-log.js'
import type { StepScorer } from './reward/step-scorer.js'

export type SimulatorOptions = {
  readonly model: string
  readonly respond: Responder
  /** Reported in the list of models: a worker learns from it where the answers come from. */
  readonly ownedBy: 'cges-fleet-simulator' | 'cges-fleet-recorded' | 'cges-fleet-tiny'
  /** Whether it makes up answers to questions it does not know; reported with the model, for workers to pass on. */
  readonly inventsAnswers?: boolean
  /** Its `/version`; the simulator's by default. */
  readonly version?: string
  /** The made-up one by default. */
  readonly tokenizer?: Tokenizer
  /** 1 is a realistic pace, 0 instant. */
  readonly timeScale: number
  /** Scores reasoning steps, for a server used as a reward model. */
  readonly score?: StepScorer
  readonly maxNumSeqs?: number
  readonly maxModelLen?: number
  /**
   * Tokens the key-value cache holds of all running requests; if it is full, the most recently started is preempted.
   * Room for all by default.
   */
  readonly kvCacheTokens?: number | undefined
  /** How many times longer a token takes with all slots in use than alone; 1 unless given. */
  readonly fullLoadFactor?: number
  /** Required on the paths vLLM guards, and only those. */
  readonly apiKey?: string | undefined
  /** Lets requests carry a priority. */
  readonly priorities?: boolean
  readonly faults?: readonly FaultRule[]
  readonly host?: string
  /** 0, the default, picks any free port. */
  readonly port?: number
}

/** The state of a running simulator. */
export interface Simulated {
  readonly options: SimulatorOptions
  readonly maxModelLen: number
  readonly engine: Engine
  readonly faults: FaultRules
  readonly log: RequestLog
}

/** Returns the server's settings for parsing requests. */
export function servedBy({ options, maxModelLen }: Simulated): Served {
  const { model, priorities = false, tokenizer = madeUpTokenizer } = options
  return { model, maxModelLen, priorities, tokenizer }
}

/** The simulator's version, unless it imitates another. */
export const VERSION = 'sim-0.1.0'
