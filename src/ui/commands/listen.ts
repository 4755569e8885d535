import { desktopBridge } from '../desktop-bridge'
import { onMac } from '../kit/keys'
import { screenAtom } from '../state/atoms'
import { activityAtom, dialogAtom, happenedAtom } from '../state/session'
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
  const screen = store.get(screenAtom)
  const meant = commands.filter(
    (each) => each.keys?.includes(keys) && (each.onlyOn === undefined || each.onlyOn === screen),
  )
  const command = meant.find((each) => each.onlyOn !== undefined) ?? meant[0]
  if (!command) return
  if (isBare(keys) && keys !== 'Escape' && isWriting(event.target)) return
  const dialog = store.get(dialogAtom).kind
  if (dialog !== 'none' && command.id !== 'help.palette' && command.id !== 'connection.choose') return
  if (keys === 'Escape' && (dialog !== 'none' || !store.get(activityAtom) || widgetIsOpen())) return
  if (hasOwnKey(event.target, keys)) return
  const blocked = command.blockedBecause?.()
  // A plan that is walked has letters of its own: another screen's command must not take them away.
  if (blocked !== undefined && isBare(keys) && keys !== 'Escape' && isWalked(event.target)) return
  event.preventDefault()
  event.stopPropagation()
  if (event.repeat) return
  if (blocked === undefined) command.run()
  else store.set(happenedAtom, { text: blocked, good: false })
}

/** The editor's own suggestion list or search closes first. */
function widgetIsOpen(): boolean {
  return document.querySelector('.suggest-widget.visible, .find-widget.visible, .popover') !== null
}

/** A tree or grid has the focus. */
function isWalked(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="tree"], [role="treegrid"], [role="grid"]') !== null
}

/** Some places give a key a meaning of their own: the paste box takes what is in it. */
function hasOwnKey(target: EventTarget | null, keys: string): boolean {
  return target instanceof HTMLElement && target.closest(`[data-own-key="${keys}"]`) !== null
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      // A menu finds its entries by their first letters.
      target.closest('[role="menu"], [role="listbox"]') !== null ||
      target.tagName === 'INPUT' ||
      target.tagName === 'TEXTAREA' ||
      target.closest('.monaco-editor') !== null)
  )
}
