import { headers } from 'next/headers'

/** Returns the address at which the reader's browser reaches this dashboard, and the API behind it. */
export async function ownAddress(): Promise<string> {
  const asking = await headers()
  return `${asking.get('x-forwarded-proto') ?? 'http'}://${asking.get('host') ?? 'localhost'}`
}
