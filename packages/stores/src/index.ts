export { DATABASE, QueueTroubles, StoresModule } from './stores.module.js'
/** The stores a process works with, opened in one way and provided to Nest, and graceful shutdown. */
export { endOnSignals } from './end-on-signals.js'
export { openStores, type Stores } from './open-stores.js'
export { TracingModule } from './tracing.module.js'
