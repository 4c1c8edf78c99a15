/** The parameters of DSC's decisions, without those of its ranking. */
export type DscParameters = {
  readonly preSamples: number
  readonly easyRun: number
  readonly predictFrom: number
  readonly extendBy: number
  readonly threshold: number
  readonly budget: number
}
