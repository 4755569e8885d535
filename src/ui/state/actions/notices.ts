import type { Fault } from '../../../core/errors'
import { dialogAtom, type Notice, noticeAtom } from '../session'
import { store } from '../store'

/** Shows what went wrong outside of a run. Stopping is no fault. */
export function tellFault(fault: Fault, retry?: Notice['retry']): void {
  if (fault.code === 'cancelled') return
  if (fault.code === 'needs-consent') return
  store.set(noticeAtom, retry ? { fault, retry } : { fault })
}

export function closeDialog(): void {
  store.set(dialogAtom, { kind: 'none' })
}
