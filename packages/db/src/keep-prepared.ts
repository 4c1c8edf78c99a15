import type { EventEmitter } from 'node:events'
import { isStalePlan } from './store/is-stale-plan.js'

/** The part of a `pg` connection used here. */
interface Connected extends EventEmitter {
  query(...statement: unknown[]): unknown
}

/** How many statements a connection keeps: the server holds each with its plan. */
const MOST_KEPT = 500

/**
 * Has a connection prepare each statement with parameters once and send it by name from then on. Planning a round's
 * statements takes longer than running them; PostgreSQL keeps a plan once it sees that new ones would be no better. For
 * processes whose statements are few and fixed: texts put together from filters would each be kept.
 */
export function keepPrepared(emitter: EventEmitter): void {
  const client = emitter as Connected
  const query = client.query.bind(client)
  const names = new Map<string, string>()
  let generation = 0
  client.query = (...statement) => {
    const [text, values] = statement
    const named = typeof text === 'string' && Array.isArray(values) && values.length > 0 && statement.length === 2
    if (!named || (!names.has(text) && names.size >= MOST_KEPT)) return query(...statement)
    const name = names.get(text) ?? `${generation}.${names.size}`
    names.set(text, name)
    const sent = query({ name, text, values })
    // Its table has changed since: all names are forgotten, so that sending it again prepares it anew.
    if (sent instanceof Promise) sent.catch((error: unknown) => isStalePlan(error) && forget())
    return sent
  }
  const forget = (): void => {
    names.clear()
    generation += 1
  }
}
