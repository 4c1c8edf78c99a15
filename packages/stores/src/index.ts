export { QueueTroubles } from './queue-troubles.js'
/** The stores a process works with, opened in one way and provided to Nest, and graceful shutdown. */
export { endOnSignals } from './end-on-signals.js'
export { openStores, type Stores } from './open-stores.js'
export { StoresModule } from './stores.module.js'
export { TracingModule } from './tracing.module.js'
export { DATABASE } from './tokens.js'
