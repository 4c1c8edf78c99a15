export { endProcess, type ProcessKind } from './end-process.js'
export { ProgressJudge } from './progress-judge.js'
export { readProcess } from './read-process.js'
