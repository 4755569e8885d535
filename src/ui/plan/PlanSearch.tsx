import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../kit/button'
import { Icon } from '../kit/icon'
import { foundAtom, searchAtom, selectAtom, selectedAtom } from './atoms'
import { nextStop } from './problems'

/** Search in the plan: Enter goes to the next node found, Shift+Enter back, Escape closes. */
export function PlanSearch() {
  const [typed, setTyped] = useAtom(searchAtom)
  const found = useAtomValue(foundAtom)
  const selected = useAtomValue(selectedAtom)
  const select = useSetAtom(selectAtom)
  const field = useRef<HTMLInputElement>(null)
  const open = typed !== undefined
  useEffect(() => {
    if (open) field.current?.focus()
  }, [open])
  if (!open) return null

  const place = selected === undefined ? -1 : found.indexOf(selected)
  const close = () => {
    const view = field.current?.closest('.plan-view')
    setTyped(undefined)
    const target = view?.querySelector('[role="tree"], [role="treegrid"], .plan-lines')
    if (target instanceof HTMLElement) target.focus()
  }
  return (
    <search className="plan-search">
      <Icon of={Search} size={14} />
      <input
        ref={field}
        aria-label="Search the plan"
        placeholder="table, index, condition"
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
          else if (event.key === 'Enter') {
            const next = nextStop(found, selected, event.shiftKey ? -1 : 1)
            if (next !== undefined) select(next)
          } else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <span className="faint nowrap" role="status">
        {typed.trim() === '' ? '' : found.length === 0 ? 'nothing found' : `${place + 1 || '–'} of ${found.length}`}
      </span>
      <IconButton icon={X} label="Close search" keys="Escape" small onPress={close} />
    </search>
  )
}
