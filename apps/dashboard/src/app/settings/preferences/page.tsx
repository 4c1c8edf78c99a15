import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { ORDER_COOKIE, orderIn } from '../../../addresses/evaluations'
import { DENSITY_COOKIE, densityIn, THEME_COOKIE, themeIn, ZONE_COOKIE, zoneIn } from '../../../ui/preferences/choices'
import { PreferencesPanel } from '../../../views/settings/preferences-panel'

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
