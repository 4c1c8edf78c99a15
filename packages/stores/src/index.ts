/** The stores a process works with, opened in one way and handed out as providers. */
export { endOnSignals } from './end-on-signals.js'
export { openStores, type Stores, type StoresOptions } from './open-stores.js'
export { StoresModule } from './stores.module.js'
export { DATABASE } from './tokens.js'
