import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../kit/button'
import { Icon } from '../kit/icon'
import { Keys } from '../kit/keys'
import { type KnownNames, type Suggestion, suggestionsFor, troubleOf } from './filter-text'
import { setLook } from './look'

/** Where a word is not understood nobody is told so while it is still being typed. */
const patienceMs = 700

interface FilterFieldProps {
  readonly digestId: string
  readonly filter: string
  readonly names: KnownNames
}

/** The filter as words, with ways to go on and with the word that is not understood. */
export function FilterField({ digestId, filter, names }: FilterFieldProps) {
  const listId = useId()
  const troubleId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [offered, setOffered] = useState<readonly Suggestion[]>([])
  const [at, setAt] = useState(-1)
  const [late, setLate] = useState('')
  const trouble = late === filter ? troubleOf(filter) : undefined
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(filter), patienceMs)
    return () => window.clearTimeout(timer)
  }, [filter])

  const write = (text: string, cursor: number) => {
    setLook(digestId, { filter: text })
    offer(text, cursor)
  }
  const offer = (text: string, cursor: number) => {
    setOffered(suggestionsFor(text, cursor, names))
    setAt(-1)
  }
  const close = () => {
    setOffered([])
    setAt(-1)
  }
  const take = (suggestion: Suggestion) => {
    write(suggestion.filter, suggestion.cursor)
    // Once the field shows it.
    requestAnimationFrame(() => input.current?.setSelectionRange(suggestion.cursor, suggestion.cursor))
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = offered[at]
    switch (event.key) {
      case 'ArrowDown':
        if (offered.length === 0) offer(filter, event.currentTarget.selectionStart ?? filter.length)
        else setAt(Math.min(offered.length - 1, at + 1))
        break
      case 'ArrowUp':
        setAt(Math.max(-1, at - 1))
        break
      case 'Enter':
        setLate(filter)
        if (chosen) take(chosen)
        else close()
        break
      case 'Tab':
        if (!chosen) return
        take(chosen)
        break
      case 'Escape':
        if (offered.length > 0) close()
        else if (filter !== '') write('', 0)
        else return
        break
      default:
        return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="slow-field">
      <div className={trouble ? 'field sm err' : 'field sm'}>
        <Icon of={Search} size={12} />
        <input
          ref={input}
          id="slow-filter"
          className="slow-input mono"
          value={filter}
          placeholder="Filter shapes"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          role="combobox"
          aria-label="Filter shapes"
          aria-autocomplete="list"
          aria-expanded={offered.length > 0}
          aria-controls={offered.length > 0 ? listId : undefined}
          aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
          aria-invalid={trouble ? true : undefined}
          aria-describedby={trouble ? troubleId : undefined}
          onChange={(event) => write(event.target.value, event.target.selectionStart ?? event.target.value.length)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            close()
            setLate(filter)
          }}
        />
        {filter === '' ? (
          <Keys keys="/" />
        ) : (
          <IconButton small icon={X} label="Clear the filter" onPress={() => write('', 0)} />
        )}
      </div>
      {offered.length > 0 && (
        <div className="popover slow-offer">
          <div id={listId} className="options" role="listbox" aria-label="Ways to go on">
            {offered.map((suggestion, place) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names its option
              <div
                key={suggestion.text}
                id={`${listId}-${place}`}
                role="option"
                aria-selected={place === at}
                className="option row"
                data-focused={place === at ? true : undefined}
                // Before the field loses the focus.
                onMouseDown={(event) => {
                  event.preventDefault()
                  take(suggestion)
                }}
              >
                <span className="mono">{suggestion.text}</span>
                <span className="faint ell">{suggestion.means}</span>
              </div>
            ))}
          </div>
        </div>
      )}
      {trouble && offered.length === 0 && (
        <div id={troubleId} className="tip slow-trouble" role="alert">
          <span className="bad">{trouble.message}</span> {trouble.hint}
          {trouble.instead !== undefined && (
            <button
              type="button"
              className="link"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => write(trouble.instead ?? '', trouble.instead?.length ?? 0)}
            >
              Search for {trouble.instead}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
