/** An order that evaluations are listed in. */
export type Order = 'newest' | 'name' | 'accuracy' | 'calls' | 'saved' | 'tokens'

/** The cookie with the reader's order, which applies if an address names none. */
export const ORDER_COOKIE = 'order'

/** The orders to choose from. */
export const ORDERS: readonly { readonly value: Order; readonly word: string }[] = [
  { value: 'newest', word: 'newest first' },
  { value: 'name', word: 'name' },
  { value: 'accuracy', word: 'most accurate' },
  { value: 'calls', word: 'fewest calls' },
  { value: 'saved', word: 'most calls saved' },
  { value: 'tokens', word: 'fewest tokens' },
]

/** Parses an order from a cookie's value; anything else is the newest first. */
export function orderIn(value: string | undefined): Order {
  return ORDERS.find((order) => order.value === value)?.value ?? 'newest'
}
