import { headers } from 'next/headers'

/** Tells where this dashboard, and behind it the API, is asked by whoever reads the page. */
export async function ownAddress(): Promise<string> {
  const asking = await headers()
  return `${asking.get('x-forwarded-proto') ?? 'http'}://${asking.get('host') ?? 'localhost'}`
}
