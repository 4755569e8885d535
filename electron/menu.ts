import { app, type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'

/** Title, the id of the page's command, and its keys as the page knows them; the page listens to the keys itself. */
type Item = readonly [title: string, commandId: string, keys?: string]

const statement: readonly Item[] = [
  ['Explain', 'statement.explain', 'CmdOrCtrl+Enter'],
  ['Measure', 'statement.measure', 'CmdOrCtrl+Shift+Enter'],
  ['Explain the Whole Text', 'statement.explain-whole'],
  ['Format', 'statement.format', 'CmdOrCtrl+Shift+F'],
  ['Stop', 'work.stop'],
]
const connection: readonly Item[] = [
  ['Open…', 'connection.choose', 'CmdOrCtrl+P'],
  ['New…', 'connection.new', 'CmdOrCtrl+Shift+P'],
  ['Embedded PostgreSQL', 'connection.embedded'],
  ['Connect Again', 'connection.reconnect'],
  ['Close', 'connection.close'],
]
const file: readonly Item[] = [
  ['New Tab', 'tab.new', 'Alt+N'],
  ['Close Tab', 'tab.close', 'Alt+W'],
  ['Open File…', 'file.open', 'CmdOrCtrl+O'],
  ['Save Statement As…', 'file.save', 'CmdOrCtrl+S'],
]
const view: readonly Item[] = [
  ['Plan as Diagram', 'view.diagram', 'Alt+1'],
  ['Plan as Flame', 'view.flame', 'Alt+2'],
  ['Plan as Table', 'view.table', 'Alt+3'],
  ['Plan as Text', 'view.text', 'Alt+4'],
  ['Plan as JSON', 'view.json', 'Alt+5'],
  ['Switch Dark and Light', 'theme.toggle'],
]
const help: readonly Item[] = [
  ['Commands', 'help.palette', 'CmdOrCtrl+K'],
  ['Keys', 'help.keys'],
]

/** The application menu: every item of ours runs the page's command with the same id that the palette uses. */
export function setMenu(window: () => BrowserWindow | undefined): void {
  const items = (list: readonly Item[]): MenuItemConstructorOptions[] =>
    list.map(([label, commandId, accelerator]) => ({
      label,
      ...(accelerator !== undefined && { accelerator, registerAccelerator: false }),
      click: () => window()?.webContents.send('menu', commandId),
    }))
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  const mac: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : []
  const forDevelopers: MenuItemConstructorOptions[] = app.isPackaged ? [] : [separator, { role: 'toggleDevTools' }]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...mac,
      { label: 'File', submenu: [...items(file), separator, { role: mac.length ? 'close' : 'quit' }] },
      { role: 'editMenu' },
      { label: 'Statement', submenu: items(statement) },
      { label: 'Connection', submenu: items(connection) },
      {
        label: 'View',
        submenu: [
          ...items(view),
          separator,
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { role: 'togglefullscreen' },
          ...forDevelopers,
        ],
      },
      { role: 'windowMenu' },
      { label: 'Help', submenu: items(help) },
    ]),
  )
}
