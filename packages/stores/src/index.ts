export { DATABASE, QueueTroubles, StoresModule } from './stores.module.js'
/** The stores a process works with, opened in one way and provided to Nest, and graceful shutdown. */
export { endOnSignals } from './end-on-signals.js'
/** What every process that callers reach has at its door. */
export { addressKey, clientOf, type Trusts, trustOf } from './door/client-address.js'
export { DoorEnvironment } from './door/environment.js'
export { formProblem, MOST_MEMBERS } from './door/body-form.js'
export { foreignHost, requireSignIn } from './door/sign-in.js'
export { openStores, type Stores } from './open-stores.js'
export { TracingModule } from './tracing.module.js'
