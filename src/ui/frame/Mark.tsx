/** The product's mark: a used key part over an unused one. */
export function Mark() {
  return (
    <svg width="28" height="20" viewBox="0 0 28 20" role="img" aria-label="Sargable">
      <rect x="0" y="3" width="16" height="6" rx="1.5" fill="var(--accent)" />
      <rect
        x="0.75"
        y="11.75"
        width="26.5"
        height="4.5"
        rx="1.5"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        strokeDasharray="3 2"
      />
    </svg>
  )
}
