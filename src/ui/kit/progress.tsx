import { ProgressBar } from 'react-aria-components'

interface ProgressProps {
  /** What is under way, read aloud. */
  readonly label: string
  /** 0…1; absent when nobody knows. */
  readonly fraction?: number | undefined
}

/** A thin bar; without a known end it breathes. */
export function Progress({ label, fraction }: ProgressProps) {
  return (
    <ProgressBar
      aria-label={label}
      isIndeterminate={fraction === undefined}
      value={(fraction ?? 0) * 100}
      className={fraction === undefined ? 'prog unknown' : 'prog'}
    >
      <i style={fraction === undefined ? undefined : { width: `${Math.min(1, fraction) * 100}%` }} />
    </ProgressBar>
  )
}
