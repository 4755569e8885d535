/** Reads the entries of one kind of log, in order, from a buffer that is used again and again. */
export interface LogReader {
  /**
   * Takes the whole entries at the front of the buffer. Behind `to` the buffer has `paddingBytes` of zero.
   * @param to place after the last byte there is
   * @param base place of the buffer's first byte in the source
   * @param atEnd no bytes come after these; everything is then taken
   * @returns the place of the first byte that was not taken
   */
  read(bytes: Uint8Array, to: number, base: number, atEnd: boolean): number

  /** The database in use behind the last entry, where the log tells it once for many entries: its number. */
  readonly database?: number

  /** Lines that belong together are on both sides of the ends of what was read. */
  readonly dependent?: boolean

  /** The place of the first entry whose beginning does not depend on what stands before it; -1 when there is none. */
  findStart(bytes: Uint8Array, to: number, atEnd: boolean): number
}

/** Zero bytes behind the last one of a reader's buffer, so that it may look ahead without asking where the end is. */
export const paddingBytes = 64
