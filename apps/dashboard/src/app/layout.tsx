import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ORDER_COOKIE, orderIn } from '../addresses/evaluations'
import { SHARED_PATH } from '../addresses/sharing'
import { REQUESTED_HEADER } from '../addresses/sign-in'
import { AwaitedPage } from '../ui/shell/awaited-page'
import { DENSITY_COOKIE, densityIn, THEME_COOKIE, themeIn, ZONE_COOKIE, zoneIn } from '../ui/preferences/choices'
import { DensityToggle, ThemeToggle } from '../ui/preferences/toggles'
import { OfflineBanner } from '../ui/shell/offline-banner'
import { ZoneScope } from '../ui/preferences/zone-scope'
import { CopyLink } from '../ui/shell/copying'
import { SessionMenu } from '../ui/shell/session-menu'
import '../ui/tokens.css'
import '../ui/shell/base.css'
import '../ui/shell/controls.css'
import '../ui/table/tables.css'
import '../ui/format/marks.css'
import '../views/list/list.css'
import '../views/list/filters.css'
import '../ui/shell/palette.css'
import '../views/new/form.css'
import '../views/benchmarks/benchmarks.css'
import '../views/evaluation/header.css'
import '../views/evaluation/numbers.css'
import '../views/evaluation/methods.css'
import '../views/evaluation/statistics.css'
import '../ui/charts/charts.css'
import '../ui/provenance/provenance.css'
import '../views/settings/settings.css'
import '../views/questions/questions.css'
import '../views/questions/question-list.css'
import '../views/pool/pool.css'
import '../views/compare/compare.css'
import '../views/shared/shared.css'
import '../ui/shell/print.css'

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
  // The reader of a share link has no key, and no other page.
  const isShared = (await headers()).get(REQUESTED_HEADER)?.startsWith(SHARED_PATH) === true
  return (
    <html lang="en" data-theme={theme} data-density={density} data-zone={zone} data-order={order}>
      <body>
        <a href="#content" className="skip-link">
          Skip to the content
        </a>
        <header className="top">
          {isShared ? (
            <>
              <span className="brand">cges-fleet</span>
              <span className="spacer" />
            </>
          ) : (
            <>
              <Link href="/evaluations" className="brand">
                cges-fleet
              </Link>
              <SessionMenu />
              <CopyLink />
            </>
          )}
          <DensityToggle initial={density} />
          <ThemeToggle initial={theme} />
        </header>
        <main id="content" tabIndex={-1}>
          <AwaitedPage />
          <ZoneScope initial={zone}>{children}</ZoneScope>
        </main>
        <OfflineBanner />
      </body>
    </html>
  )
}
