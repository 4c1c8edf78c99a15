'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'

const always = () => Promise.resolve(true)

/** Reads the page again every so many milliseconds, never while it is hidden, nor where it is told that it would be lost. */
export function useRefresh(everyMs: number, may: () => Promise<boolean> = always): void {
  const { refresh } = useRouter()
  const asked = useRef(may)
  useEffect(() => {
    asked.current = may
  })
  useEffect(() => {
    let gone = false
    const again = async () => {
      if (document.visibilityState === 'visible' && (await asked.current()) && !gone) refresh()
    }
    const timer = setInterval(() => void again(), everyMs)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [refresh, everyMs])
}
