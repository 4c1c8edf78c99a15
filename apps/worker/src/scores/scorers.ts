import type { RewardScorer } from '../reward/reward-scorer.js'
import type { StepScorer } from '../steps/step-scorer.js'

/** The identities of a worker's scorers, as its pool promises them. */
export interface ScorersFacts {
  readonly rewardModel: string | null
  readonly stepScorer: string | null
  /** The setting of one that is a simulator, if any is. */
  readonly simulated: 'REWARD_SERVER_URL' | 'STEP_SCORER_URL' | null
}

/** The servers beside a worker that score drawn responses; null if it has none. */
export class Scorers {
  constructor(
    readonly reward: RewardScorer | null,
    readonly steps: StepScorer | null,
  ) {}

  /** Asks each scorer for its identity. Throws an Error that says what to do if one cannot be asked. */
  async probe(): Promise<ScorersFacts> {
    const reward = (await this.reward?.probe()) ?? null
    const steps = (await this.steps?.probe()) ?? null
    const simulated =
      reward?.isSimulated === true ? 'REWARD_SERVER_URL' : steps?.isSimulated === true ? 'STEP_SCORER_URL' : null
    return { rewardModel: reward?.name ?? null, stepScorer: steps?.name ?? null, simulated }
  }

  async close(): Promise<void> {
    await this.reward?.close()
    await this.steps?.close()
  }
}
