'use client'
import { useRefresh } from '../frame/use-refresh'

/** Keeps a question's page new while it is still being drawn. */
export function RefreshWhileOpen() {
  useRefresh(4000)
  return null
}
