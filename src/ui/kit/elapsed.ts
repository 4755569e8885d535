import { useEffect, useState } from 'react'

/** How often a running time is drawn anew. */
const stepMs = 100

/** Milliseconds since `startedAt` (epoch ms), while mounted, in steps that an eye can follow. */
export function useElapsed(startedAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), stepMs)
    return () => window.clearInterval(timer)
  }, [])
  return Math.max(0, Math.round((now - startedAt) / stepMs) * stepMs)
}
