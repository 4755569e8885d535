import type { Frame } from '../service/rpc'
import type { PortLike } from '../service/transports/port'

/** What the desktop shell's preload script gives to the page as `window.sargable`: eight things, nothing generic. */
export interface DesktopBridge {
  /** The service's port; frames cross as JSON text. */
  readonly port: PortLike
  readonly secrets: {
    /** `memory` when the system offers no real encryption: then nothing is written. */
    backend(): Promise<'keychain' | 'memory'>
    get(id: string): Promise<string | undefined>
    set(id: string, password: string): Promise<void>
    remove(id: string): Promise<void>
  }
  /** Asks for one file and reads it as text; undefined when the person cancels. */
  openFile(): Promise<{ readonly name: string; readonly text: string } | undefined>
  /** Asks where, and writes; false when the person cancels. */
  saveFile(name: string, data: string): Promise<boolean>
  /** The same for a PNG, given in base64; refused when it is none. */
  saveImage(name: string, base64: string): Promise<boolean>
  /** Asks for logs, of which only the paths are given: the service reads them. Empty when the person cancels. */
  openLogs(): Promise<readonly string[]>
  /** Where a dropped file or folder lies; empty for one that has no place. */
  pathOf(file: File): string
  /** Menu items send the ids of commands. Returns the listener's removal. */
  onMenu(listener: (commandId: string) => void): () => void
}

declare global {
  interface Window {
    readonly sargable?: DesktopBridge
  }
}

/** The bridge, when the page runs in the desktop window. */
export function desktopBridge(): DesktopBridge | undefined {
  return window.sargable
}

/** Where a file lies on this computer; undefined in a browser. */
export function pathOf(file: File): string | undefined {
  const bridge = desktopBridge()
  if (!bridge) return undefined
  // Electron below 32 tells it by itself, and cannot hand a file to the bridge.
  const own: unknown = 'path' in file ? file.path : undefined
  const path = typeof own === 'string' && own !== '' ? own : bridge.pathOf(file)
  return path === '' ? undefined : path
}

export type { Frame }
