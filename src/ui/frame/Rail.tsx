import { useAtom, useSetAtom } from 'jotai'
import { BarChart3, BookOpen, Columns2, History, type LucideIcon, ScanSearch, Server, Settings } from 'lucide-react'
import { Button } from 'react-aria-components'
import { keysOf } from '../commands/list'
import { Icon } from '../kit/icon'
import { Keys } from '../kit/keys'
import { Tip } from '../kit/tooltip'
import { type Screen, screenAtom } from '../state/atoms'
import { dialogAtom } from '../state/session'
import { Mark } from './Mark'

interface Place {
  readonly id: Screen
  readonly title: string
  readonly icon: LucideIcon
  /** False: named, because the product will have it, but not in this version. */
  readonly here: boolean
}

const places: readonly Place[] = [
  { id: 'analyze', title: 'Analyze', icon: ScanSearch, here: true },
  { id: 'compare', title: 'Compare', icon: Columns2, here: true },
  { id: 'slow', title: 'Slow', icon: BarChart3, here: true },
  { id: 'server', title: 'Server', icon: Server, here: false },
  { id: 'samples', title: 'Samples', icon: BookOpen, here: true },
  { id: 'history', title: 'History', icon: History, here: true },
]

/** The places of the product; words under the icons, because nobody guesses icons. */
export function Rail() {
  const [screen, setScreen] = useAtom(screenAtom)
  const setDialog = useSetAtom(dialogAtom)
  return (
    <nav className="rail" aria-label="Screens">
      <div className="mark">
        <Mark />
      </div>
      {places.map((place) => (
        <RailButton
          key={place.id}
          title={place.title}
          icon={place.icon}
          current={place.id === screen}
          tip={place.here ? place.title : `${place.title}: not in this version`}
          keys={place.here ? keysOf(`go.${place.id}`) : undefined}
          onPress={place.here ? () => setScreen(place.id) : undefined}
        />
      ))}
      <div className="grow" />
      <RailButton
        title="Settings"
        icon={Settings}
        current={false}
        tip="Settings"
        keys={keysOf('go.settings')}
        onPress={() => setDialog({ kind: 'settings' })}
      />
    </nav>
  )
}

interface RailButtonProps {
  readonly title: string
  readonly icon: LucideIcon
  readonly current: boolean
  readonly tip: string
  readonly keys: string | undefined
  /** Absent: it cannot be pressed in this version. */
  readonly onPress: (() => void) | undefined
}

function RailButton({ title, icon, current, tip, keys, onPress }: RailButtonProps) {
  return (
    <Tip
      placement="right"
      text={
        <>
          {tip} {keys && <Keys keys={keys} />}
        </>
      }
    >
      <Button
        className={`place${current ? ' on' : ''}${onPress ? '' : ' off'}`}
        aria-current={current ? 'page' : undefined}
        aria-disabled={onPress ? undefined : true}
        onPress={() => onPress?.()}
      >
        <Icon of={icon} />
        <span>{title}</span>
      </Button>
    </Tip>
  )
}
