/** True when every word of `typed` stands somewhere in `text`, in any order and letter case. */
export function matches(text: string, typed: string): boolean {
  const whole = text.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
