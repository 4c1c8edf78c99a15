/** The stores a process works with, opened in one way and handed out as providers, and how a process ends. */
export { endOnSignals } from './end-on-signals.js'
export { openStores, type Stores, type StoresOptions } from './open-stores.js'
export { StoresModule } from './stores.module.js'
export { TracingModule } from './tracing.module.js'
export { DATABASE } from './tokens.js'
