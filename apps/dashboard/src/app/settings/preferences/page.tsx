import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { ORDER_COOKIE, orderIn } from '../../../evaluations/orders'
import { DENSITY_COOKIE, densityIn } from '../../../frame/density'
import { THEME_COOKIE, themeIn } from '../../../frame/theme'
import { ZONE_COOKIE, zoneIn } from '../../../frame/zone'
import { PreferencesPanel } from '../../../settings/preferences-panel'

export const metadata: Metadata = { title: 'Preferences · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  const kept = await cookies()
  return (
    <PreferencesPanel
      theme={themeIn(kept.get(THEME_COOKIE)?.value)}
      density={densityIn(kept.get(DENSITY_COOKIE)?.value)}
      zone={zoneIn(kept.get(ZONE_COOKIE)?.value)}
      order={orderIn(kept.get(ORDER_COOKIE)?.value)}
      renderedAt={Date.now()}
    />
  )
}
