'use client'

import Link from 'next/link'
import { type ComponentProps, createContext, useContext } from 'react'

/** Whether the reader has a share link: the team's other pages would ask for a key. */
export const ByShareLink = createContext(false)

/** A link to a page of the team; to the reader of a share link its words alone. */
export function TeamLink(props: ComponentProps<typeof Link>) {
  return useContext(ByShareLink) ? <span title={props.title}>{props.children}</span> : <Link {...props} />
}
