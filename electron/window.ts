import { BrowserWindow, nativeTheme, type Session } from 'electron'
import { pageUrl } from './page-protocol'

const size = { width: 1440, height: 900, minWidth: 640, minHeight: 480 }
/** What is seen until the page has painted; the page's own backgrounds. */
const background = { dark: '#16181d', light: '#ffffff' }

/** The window: a page without any right beyond what the preload script hands it. Shown once it has painted. */
export function openWindow(preloadFile: string): BrowserWindow {
  const window = new BrowserWindow({
    ...size,
    show: false,
    title: 'Sargable',
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload: preloadFile,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      spellcheck: false,
    },
  })
  const { webContents } = window
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  webContents.on('will-navigate', (event) => event.preventDefault())
  denyPermissions(webContents.session)
  // Once: a page that crashes again is left as it is.
  webContents.once('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') webContents.reload()
  })
  window.once('ready-to-show', () => window.show())
  window.loadURL(pageUrl).catch((error: unknown) => {
    console.error(error)
    window.show()
  })
  return window
}

/** Camera, location, notifications, devices: none. Writing text to the clipboard is what Copy needs. */
function denyPermissions(session: Session): void {
  const allowed = (permission: string) => permission === 'clipboard-sanitized-write'
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)))
  session.setPermissionCheckHandler((_contents, permission) => allowed(permission))
  session.setDevicePermissionHandler(() => false)
}
