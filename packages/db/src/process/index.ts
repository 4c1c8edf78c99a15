export { endProcess, findProcess, type ProcessKind } from './end-process.js'
export { ProgressJudge } from './progress-judge.js'
