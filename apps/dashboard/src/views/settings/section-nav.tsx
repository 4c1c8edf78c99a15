'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { Section } from '../../addresses/settings'

/** The way from one section of the settings to another. */
export function SectionNav({ sections }: { readonly sections: readonly Section[] }) {
  const path = usePathname()
  return (
    <nav className="section-nav" aria-label="Settings">
      {sections.map((section) => (
        <Link
          key={section.path}
          href={section.path}
          prefetch={false}
          aria-current={path === section.path ? 'page' : undefined}
        >
          {section.name}
        </Link>
      ))}
    </nav>
  )
}
