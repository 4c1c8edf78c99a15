import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { THEME_COOKIE, themeIn } from '../frame/theme'
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
import '../styles/print.css'

export const metadata: Metadata = {
  title: { default: 'cges-fleet', template: '%s · cges-fleet' },
  description: 'Early-stopping self-consistency evaluations on a shared pool',
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' }

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const theme = themeIn((await cookies()).get(THEME_COOKIE)?.value)
  return (
    <html lang="en" data-theme={theme}>
      <body>
        <header className="top">
          <Link href="/evaluations" className="brand">
            cges-fleet
          </Link>
          <SessionMenu />
          <ThemeToggle initial={theme} />
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}
