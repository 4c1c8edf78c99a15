export { ProbeEnvironment } from './probe-environment.js'
export { processRegistry } from './process-registry.js'
export { type ProbeAnswers, type ProbeServer, serveProbes } from './serve-probes.js'
export { storesAway } from './stores-away.js'
