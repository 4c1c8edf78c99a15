export { endProcess, type ProcessKind } from './end-process.js'
export { ProgressJudge } from './progress-judge.js'
export { findProcess } from './find-process.js'
