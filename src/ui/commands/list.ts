import { adviceCommands } from '../advice/commands'
import { experimentCommands } from '../compare/commands'
import { editorHandle } from '../editor/editor-handle'
import { cyclePanes } from '../frame/panes'
import { copyText } from '../kit/clipboard'
import { compareCommands } from '../plan-diff/commands'
import { exportCommands } from '../plan-export/commands'
import { slowCommands } from '../slow/commands'
import { disconnect, openEmbedded, reconnect } from '../state/actions/connect'
import { openFile, saveStatement } from '../state/actions/files'
import { formatted } from '../state/actions/format-sql'
import { pickBack, pickBackBlocked, showInPlan } from '../state/actions/pick'
import { runChosen, runWhole } from '../state/actions/run'
import { start } from '../state/actions/start'
import { closeTab, newTab, nextTab } from '../state/actions/tabs'
import { chooseTheme, drawnTheme } from '../state/actions/theme'
import { stopWork } from '../state/actions/work'
import {
  connectionAtom,
  type HeatMetric,
  heatMetricAtom,
  planViewAtom,
  planViews,
  resultAtom,
  type Screen,
  screenAtom,
  serviceOnlineAtom,
} from '../state/atoms'
import { activeBufferAtom, buffersAtom } from '../state/buffers'
import { activityAtom, dialogAtom, type LowerTab, lowerTabAtom, narrowTabAtom } from '../state/session'
import { store } from '../state/store'
import { whyCommands } from '../why/commands'
import type { Command } from './command'

const nothingToRun = () => (store.get(activeBufferAtom).text.trim() === '' ? 'There is no statement yet.' : undefined)
const notConnected = () => (store.get(connectionAtom) ? undefined : 'Nothing is connected.')
const noResult = () =>
  ['analysis', 'plan'].includes(store.get(resultAtom).state) ? undefined : 'There is no plan yet.'

/** Why Measure cannot run here. */
export function measureBlocked(): string | undefined {
  const { kind } = store.get(activeBufferAtom)
  if (kind !== 'sql') return `A pasted ${kind} cannot be run.`
  if (store.get(connectionAtom)?.production)
    return 'Measure runs the statement, and this is a production server. Use a replica or the sandbox.'
  return nothingToRun()
}

function go(id: Screen, title: string, key: string): Command {
  return { id: `go.${id}`, title, group: 'Go to', keys: [key], run: () => store.set(screenAtom, id) }
}

function view(at: number): Command[] {
  const id = planViews[at]
  if (id === undefined) return []
  const title = { diagram: 'diagram', flame: 'flame', table: 'table', text: 'text', json: 'JSON' }[id]
  return [
    {
      id: `view.${id}`,
      title: `Show the plan as ${title}`,
      group: 'View',
      keys: [`Alt+${at + 1}`],
      blockedBecause: noResult,
      run: () => {
        store.set(planViewAtom, id)
        store.set(narrowTabAtom, 'plan')
      },
    },
  ]
}

function lower(id: LowerTab, title: string): Command {
  return {
    id: `panel.${id}`,
    title: `Show ${title}`,
    group: 'View',
    blockedBecause: noResult,
    run: () => {
      store.set(lowerTabAtom, id)
      store.set(narrowTabAtom, id)
    },
  }
}

function heat(id: HeatMetric, title: string): Command {
  return {
    id: `heat.${id}`,
    title: `Heat by ${title}`,
    group: 'View',
    blockedBecause: noResult,
    run: () => store.set(heatMetricAtom, id),
  }
}

/** Every command, in the order of the palette. */
export const commands: readonly Command[] = [
  {
    id: 'statement.explain',
    title: 'Explain the selection or the statement under the cursor',
    group: 'Statement',
    keys: ['Mod+Enter'],
    blockedBecause: nothingToRun,
    run: () => void runChosen(false),
  },
  {
    id: 'statement.measure',
    title: 'Measure: run it under guard and count its work',
    group: 'Statement',
    keys: ['Mod+Shift+Enter'],
    blockedBecause: measureBlocked,
    run: () => void runChosen(true),
  },
  {
    id: 'statement.explain-whole',
    title: 'Explain the whole text as one statement',
    group: 'Statement',
    blockedBecause: nothingToRun,
    run: () => void runWhole(false),
  },
  {
    id: 'statement.format',
    title: 'Format the statement',
    group: 'Statement',
    keys: ['Mod+Shift+F'],
    blockedBecause: nothingToRun,
    run: () =>
      void formatted().then((text) => {
        if (text !== undefined) editorHandle()?.replaceAll(text)
      }),
  },
  {
    id: 'statement.copy',
    title: 'Copy the statement',
    group: 'Statement',
    blockedBecause: nothingToRun,
    run: () => void copyText(store.get(activeBufferAtom).text),
  },
  {
    id: 'work.stop',
    title: 'Stop what runs, on the server too',
    group: 'Work',
    keys: ['Escape'],
    blockedBecause: () => (store.get(activityAtom) ? undefined : 'Nothing is running.'),
    run: () => void stopWork(),
  },
  {
    id: 'connection.choose',
    title: 'Open a connection',
    group: 'Connection',
    keys: ['Mod+P'],
    run: () => store.set(dialogAtom, { kind: 'palette', find: 'connections' }),
  },
  {
    id: 'connection.new',
    title: 'New connection',
    group: 'Connection',
    keys: ['Mod+Shift+P'],
    run: () => store.set(dialogAtom, { kind: 'connect' }),
  },
  {
    id: 'connection.embedded',
    title: 'Open the embedded PostgreSQL',
    group: 'Connection',
    run: () => void openEmbedded(),
  },
  {
    id: 'connection.reconnect',
    title: 'Connect again',
    group: 'Connection',
    run: () => void (store.get(serviceOnlineAtom) ? reconnect() : start()),
  },
  {
    id: 'connection.close',
    title: 'Close the connection',
    group: 'Connection',
    blockedBecause: notConnected,
    run: () => void disconnect(),
  },
  { id: 'tab.new', title: 'New tab', group: 'Tabs', keys: ['Alt+N'], run: newTab },
  {
    id: 'tab.close',
    title: 'Close the tab',
    group: 'Tabs',
    keys: ['Alt+W'],
    run: () => closeTab(store.get(activeBufferAtom).id),
  },
  {
    id: 'tab.next',
    title: 'Next tab',
    group: 'Tabs',
    keys: ['Alt+PageDown'],
    blockedBecause: () => (store.get(buffersAtom).list.length > 1 ? undefined : 'There is only one tab.'),
    run: () => nextTab(1),
  },
  {
    id: 'tab.previous',
    title: 'Previous tab',
    group: 'Tabs',
    keys: ['Alt+PageUp'],
    blockedBecause: () => (store.get(buffersAtom).list.length > 1 ? undefined : 'There is only one tab.'),
    run: () => nextTab(-1),
  },
  { id: 'file.open', title: 'Open a file', group: 'Tabs', keys: ['Mod+O'], run: () => void openFile() },
  {
    id: 'file.save',
    title: 'Save the statement as a file',
    group: 'Tabs',
    keys: ['Mod+S'],
    blockedBecause: nothingToRun,
    run: () => void saveStatement(),
  },
  go('analyze', 'Analyze', 'Mod+1'),
  go('compare', 'Compare', 'Mod+2'),
  go('slow', 'Slow queries', 'Mod+3'),
  go('samples', 'Samples', 'Mod+5'),
  go('history', 'History', 'Mod+6'),
  {
    id: 'go.settings',
    title: 'Settings',
    group: 'Go to',
    keys: ['Mod+,'],
    run: () => store.set(dialogAtom, { kind: 'settings' }),
  },
  ...view(0),
  ...view(1),
  ...view(2),
  ...view(3),
  ...view(4),
  ...exportCommands,
  ...whyCommands,
  ...adviceCommands,
  ...experimentCommands,
  ...compareCommands,
  ...slowCommands,
  lower('index-use', 'index use'),
  lower('counters', 'the counters of the measured run'),
  lower('why', 'why this plan'),
  lower('warnings', 'the server’s warnings'),
  lower('sent', 'the statements that were sent'),
  heat('time', 'time'),
  heat('rows', 'rows'),
  heat('cost', 'cost'),
  heat('estimate-error', 'estimate error'),
  {
    id: 'selection.show-in-plan',
    title: 'Show in plan what stands under the cursor',
    group: 'View',
    keys: ['Alt+Enter'],
    blockedBecause: noResult,
    run: showInPlan,
  },
  {
    id: 'selection.back',
    title: 'Go back to what was selected before',
    group: 'View',
    keys: ['Alt+Z'],
    blockedBecause: pickBackBlocked,
    run: pickBack,
  },
  { id: 'pane.next', title: 'Go to the next pane', group: 'View', keys: ['F6'], run: () => cyclePanes(1) },
  { id: 'pane.previous', title: 'Go to the pane before', group: 'View', keys: ['Shift+F6'], run: () => cyclePanes(-1) },
  {
    id: 'editor.focus',
    title: 'Go to the editor',
    group: 'View',
    run: () => {
      store.set(screenAtom, 'analyze')
      editorHandle()?.focus()
    },
  },
  {
    id: 'theme.toggle',
    title: 'Switch between dark and light',
    group: 'View',
    run: () => chooseTheme(drawnTheme() === 'dark' ? 'light' : 'dark'),
  },
  { id: 'theme.system', title: 'Follow the system’s theme', group: 'View', run: () => chooseTheme('system') },
  {
    id: 'help.palette',
    title: 'Search or run a command',
    group: 'Help',
    keys: ['Mod+K'],
    run: () => store.set(dialogAtom, { kind: 'palette', find: 'commands' }),
  },
  {
    id: 'help.keys',
    title: 'Show all keys',
    group: 'Help',
    keys: ['?'],
    run: () => store.set(dialogAtom, { kind: 'keys' }),
  },
]

/** Runs a command by its id, unless it is blocked; ids that nobody knows are ignored. */
export function runCommand(id: string): void {
  const command = commands.find((each) => each.id === id)
  if (command && command.blockedBecause?.() === undefined) command.run()
}

/** The first shortcut of a command, for tooltips. */
export function keysOf(id: string): string | undefined {
  return commands.find((each) => each.id === id)?.keys?.[0]
}
