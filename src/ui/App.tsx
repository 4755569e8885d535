import { useAtomValue } from 'jotai'
import { type DragEvent, useState } from 'react'
import { AnalyzeScreen } from './analyze/AnalyzeScreen'
import { CompareScreen } from './compare/CompareScreen'
import { takeFiles } from './compare/files'
import { ConnectionBar } from './frame/ConnectionBar'
import { Dialogs } from './frame/Dialogs'
import { Banner, UndoOffer } from './frame/Notices'
import { Rail } from './frame/Rail'
import { StatusBar } from './frame/StatusBar'
import { HistoryScreen } from './screens/HistoryScreen'
import { SamplesScreen } from './screens/SamplesScreen'
import { SlowScreen } from './slow/SlowScreen'
import { takeLogs } from './slow/take-files'
import { takeDropped } from './state/actions/files'
import { type Screen, screenAtom } from './state/atoms'

/** The window: rail, connection bar, one screen, status bar. Files can be dropped anywhere. */
export function App() {
  const screen = useAtomValue(screenAtom)
  const [dropping, setDropping] = useState(false)
  const accepts = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target is for the pointer; "Open a file" is its key
    <div
      className="app"
      onDragOver={(event) => {
        if (!accepts(event)) return
        event.preventDefault()
        setDropping(true)
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setDropping(false)
      }}
      onDrop={(event) => {
        setDropping(false)
        if (!accepts(event)) return
        event.preventDefault()
        if (screen === 'slow') void takeLogs(event.dataTransfer)
        else void (screen === 'compare' ? takeFiles : takeDropped)(event.dataTransfer.files)
      }}
    >
      <Rail />
      <ConnectionBar />
      <div className="stage">
        <Banner />
        <main className="screen-host">
          <ScreenOf screen={screen} />
        </main>
      </div>
      <StatusBar />
      <UndoOffer />
      <Dialogs />
      {dropping && (
        <div className="drop-hint">
          {screen === 'compare'
            ? 'Drop to compare: each file is a variant, or a side where it is a plan'
            : screen === 'slow'
              ? 'Drop logs: several files or a folder are added up as one'
              : 'Drop to open: a plan is drawn, a slow log added up, SQL goes into a tab'}
        </div>
      )}
    </div>
  )
}

function ScreenOf({ screen }: { readonly screen: Screen }) {
  switch (screen) {
    case 'compare':
      return <CompareScreen />
    case 'samples':
      return <SamplesScreen />
    case 'history':
      return <HistoryScreen />
    case 'slow':
      return <SlowScreen />
    // Not in this version; the rail does not lead there.
    case 'server':
    case 'analyze':
      return <AnalyzeScreen />
  }
}
