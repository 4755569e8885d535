import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../kit/button'
import { copyText } from '../kit/clipboard'

/** How long the button says that it copied. */
const shownMs = 1600

/** Copies a text that is only made when asked for, and says whether it worked. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready')
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), shownMs)
    return () => clearTimeout(timer)
  }, [state])
  const words = state === 'ready' ? label : state === 'copied' ? 'Copied' : 'The browser does not allow copying'
  return (
    <>
      <IconButton
        icon={state === 'copied' ? Check : Copy}
        label={words}
        small
        onPress={() => {
          copyText(text()).then((done) => setState(done ? 'copied' : 'refused'))
        }}
      />
      <span className="unseen" role="status">
        {state === 'ready' ? '' : words}
      </span>
    </>
  )
}
