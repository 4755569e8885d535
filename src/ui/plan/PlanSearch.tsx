import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../core/figures'
import { IconButton } from '../kit/button'
import { Icon } from '../kit/icon'
import { foundAtom, searchAtom, selectAtom, selectedAtom, textHitAtom, textHitsAtom } from './atoms'
import { nextStop } from './problems'

/** Search in the plan: Enter goes to the next node found, Shift+Enter back, Escape closes. */
export function PlanSearch() {
  const [typed, setTyped] = useAtom(searchAtom)
  const found = useAtomValue(foundAtom)
  const hits = useAtomValue(textHitsAtom)
  const [hit, setHit] = useAtom(textHitAtom)
  const selected = useAtomValue(selectedAtom)
  const select = useSetAtom(selectAtom)
  const field = useRef<HTMLInputElement>(null)
  const open = typed !== undefined
  useEffect(() => {
    if (open) field.current?.focus()
  }, [open])
  if (!open) return null

  // A view of raw text is searched line by line, the others node by node.
  const count = hits ? hits.length : found.length
  const place = hits ? (hit ?? -1) : selected === undefined ? -1 : found.indexOf(selected)
  const what = hits ? (count === 1 ? 'line' : 'lines') : count === 1 ? 'node' : 'nodes'
  const go = (step: 1 | -1) => {
    if (hits) {
      if (count > 0) setHit(place === -1 ? (step === 1 ? 0 : count - 1) : (place + step + count) % count)
      return
    }
    const next = nextStop(found, selected, step)
    if (next !== undefined) select(next)
  }
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
        placeholder={hits ? 'any text' : 'table, index, condition'}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
          else if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
          else if (event.key === 'ArrowDown') go(1)
          else if (event.key === 'ArrowUp') go(-1)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <span className="faint nowrap" role="status">
        {typed.trim() === ''
          ? ''
          : count === 0
            ? 'nothing found'
            : place === -1
              ? `${formatCount(count)} ${what}`
              : `${formatCount(place + 1)} of ${formatCount(count)} ${what}`}
      </span>
      <IconButton icon={ChevronUp} label="Previous" keys="Shift+Enter" small onPress={() => go(-1)} />
      <IconButton icon={ChevronDown} label="Next" keys="Enter" small onPress={() => go(1)} />
      <IconButton icon={X} label="Close search" keys="Escape" small onPress={close} />
    </search>
  )
}
