import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ORDER_COOKIE, orderIn } from '../evaluations/orders'
import { AwaitedPage } from '../frame/awaited-page'
import { DENSITY_COOKIE, densityIn } from '../frame/density'
import { DensityToggle } from '../frame/density-toggle'
import { OfflineBanner } from '../frame/offline-banner'
import { THEME_COOKIE, themeIn } from '../frame/theme'
import { ZONE_COOKIE, zoneIn } from '../frame/zone'
import { ZoneScope } from '../frame/zone-scope'
import { CopyLink } from '../frame/copy-link'
import { SessionMenu } from '../session/session-menu'
import { ThemeToggle } from '../frame/theme-toggle'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/controls.css'
import '../styles/tables.css'
import '../styles/marks.css'
import '../styles/list.css'
import '../styles/filters.css'
import '../styles/palette.css'
import '../styles/form.css'
import '../styles/header.css'
import '../styles/numbers.css'
import '../styles/methods.css'
import '../styles/statistics.css'
import '../styles/charts.css'
import '../styles/provenance.css'
import '../styles/settings.css'
import '../styles/questions.css'
import '../styles/pool.css'
import '../styles/compare.css'
import '../styles/print.css'

export const metadata: Metadata = {
  title: { default: 'cges-fleet', template: '%s · cges-fleet' },
  description: 'Early-stopping self-consistency evaluations on a shared pool',
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' }

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const kept = await cookies()
  const theme = themeIn(kept.get(THEME_COOKIE)?.value)
  const density = densityIn(kept.get(DENSITY_COOKIE)?.value)
  const order = orderIn(kept.get(ORDER_COOKIE)?.value)
  const zone = zoneIn(kept.get(ZONE_COOKIE)?.value)
  return (
    <html lang="en" data-theme={theme} data-density={density} data-zone={zone} data-order={order}>
      <body>
        <header className="top">
          <Link href="/evaluations" className="brand">
            cges-fleet
          </Link>
          <SessionMenu />
          <CopyLink />
          <DensityToggle initial={density} />
          <ThemeToggle initial={theme} />
        </header>
        <main>
          <AwaitedPage />
          <ZoneScope initial={zone}>{children}</ZoneScope>
        </main>
        <OfflineBanner />
      </body>
    </html>
  )
}
