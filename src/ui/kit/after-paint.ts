import { useEffect, useState } from 'react'

/** A page that nobody sees draws no frames; it waits no longer than this. */
const longestWaitMs = 250

/**
 * The value once a frame has been painted since it came; undefined until then. For parts of the page that may come a
 * moment later than the picture that one waits for.
 */
export function useAfterPaint<Value>(value: Value): Value | undefined {
  const [painted, setPainted] = useState<Value | undefined>(undefined)
  useEffect(() => {
    let task = 0
    const show = () => setPainted(() => value)
    // A frame's callbacks run before it is painted; when the next one has come, it is on the screen.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        task = window.setTimeout(show)
      })
    })
    const waited = window.setTimeout(show, longestWaitMs)
    return () => {
      cancelAnimationFrame(frame)
      window.clearTimeout(task)
      window.clearTimeout(waited)
    }
  }, [value])
  return painted === value ? value : undefined
}
