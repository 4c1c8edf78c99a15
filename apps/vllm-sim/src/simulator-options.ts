import { madeUpTokenizer } from './answers/made-up-tokenizer.js'
import type { Responder } from './answers/responder.js'
import type { Tokenizer } from './answers/tokenizer.js'
import type { Engine } from './engine.js'
import type { FaultRules } from './faults/fault-rules.js'
import type { FaultRule } from './faults/fault.js'
import type { Served } from './protocol/accepted.js'
import type { RequestLog } from './request-log.js'
import type { StepScorer } from './reward/step-scorer.js'

export type SimulatorOptions = {
  readonly model: string
  readonly respond: Responder
  /** Told to whoever asks which models are served: a worker learns from it what the answers are worth. */
  readonly ownedBy: 'cges-fleet-simulator' | 'cges-fleet-recorded' | 'cges-fleet-tiny'
  /** What it says it is, at `/version`; the simulator unless given. */
  readonly version?: string
  /** The made-up one unless given. */
  readonly tokenizer?: Tokenizer
  /** 1 is a realistic pace, 0 instant. */
  readonly timeScale: number
  /** Scores reasoning steps, for a server that is asked as a reward model. */
  readonly score?: StepScorer
  readonly maxNumSeqs?: number
  readonly maxModelLen?: number
  /** Tokens the key-value cache holds of all running requests; where it is full, the last is preempted. Room for all unless given. */
  readonly kvCacheTokens?: number | undefined
  /** How many times longer a token takes with all slots in use than alone; 1 unless given. */
  readonly fullLoadFactor?: number
  /** Guards the paths vLLM guards, and only those. */
  readonly apiKey?: string | undefined
  /** Lets requests carry a priority. */
  readonly priorities?: boolean
  readonly faults?: readonly FaultRule[]
  readonly host?: string
  /** 0, the default, takes any free port. */
  readonly port?: number
}

/** What a running simulator answers from. */
export interface Simulated {
  readonly options: SimulatorOptions
  readonly maxModelLen: number
  readonly engine: Engine
  readonly faults: FaultRules
  readonly log: RequestLog
}

/** Tells what requests are read by. */
export function servedBy({ options, maxModelLen }: Simulated): Served {
  const { model, priorities = false, tokenizer = madeUpTokenizer } = options
  return { model, maxModelLen, priorities, tokenizer }
}
