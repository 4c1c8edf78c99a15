'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { type Zone, ZONE_COOKIE } from './choices'
import { usePreference } from './use-preference'

const Wanted = createContext<Zone>('UTC')

interface Props {
  readonly initial: Zone
  readonly children: ReactNode
}

/** Its children show times in the reader's time zone, also when rendered on the server. */
export function ZoneScope({ initial, children }: Props) {
  const [zone] = usePreference(ZONE_COOKIE, initial)
  return <Wanted value={zone}>{children}</Wanted>
}

/** The time zone for times in this part; UTC unless the reader chose another. */
export function useZone(): Zone {
  return useContext(Wanted)
}
