/** How reading a statement ended. */
export const KeyEnd = {
  /** Where it was told to, or at the next entry of the log. */
  whole: 0,
  /** The bytes ended first, and more may come. */
  more: 1,
  /** A quote is open at what must be the next entry: `end` is the place of that. */
  cut: 2,
  /** The last bytes of the log ended inside it. */
  unfinished: 3,
} as const
