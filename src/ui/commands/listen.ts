import { desktopBridge } from '../desktop-bridge'
import { onMac } from '../kit/keys'
import { activityAtom, dialogAtom } from '../state/session'
import { store } from '../state/store'
import { commands, runCommand } from './list'
import { isBare, spelled } from './shortcuts'

/** Starts listening to keys and, in the desktop window, to the menu. */
export function listenForCommands(): void {
  // Capture: the editor must not swallow Mod+Enter.
  window.addEventListener('keydown', onKey, { capture: true })
  desktopBridge()?.onMenu(runCommand)
}

function onKey(event: KeyboardEvent): void {
  if (event.isComposing) return
  const keys = spelled(event, onMac)
  const command = commands.find((each) => each.keys?.includes(keys))
  if (!command) return
  if (isBare(keys) && keys !== 'Escape' && isWriting(event.target)) return
  const dialog = store.get(dialogAtom).kind
  if (dialog !== 'none' && command.id !== 'help.palette' && command.id !== 'connection.choose') return
  if (keys === 'Escape' && (dialog !== 'none' || !store.get(activityAtom) || widgetIsOpen())) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) runCommand(command.id)
}

/** The editor's own suggestion list or search closes first. */
function widgetIsOpen(): boolean {
  return document.querySelector('.suggest-widget.visible, .find-widget.visible, .popover') !== null
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.tagName === 'INPUT' ||
      target.tagName === 'TEXTAREA' ||
      target.closest('.monaco-editor') !== null)
  )
}
