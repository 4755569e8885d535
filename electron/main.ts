import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'
import { setMenu } from './menu'
import { openPageDoors } from './page-doors'
import { declarePageScheme, servePage } from './page-protocol'
import { openSecrets } from './secrets'
import { ServiceHost } from './service-host'
import { openWindow } from './window'

/** The desktop shell: a window for the page, a process for the service, a port between them. No product logic. */

/** All bundles lie in dist/node, two folders below the product's own files. */
const appFolder = join(__dirname, '../..')

declarePageScheme()
app.setName('Sargable')

if (app.requestSingleInstanceLock()) app.whenReady().then(start, fail)
else app.quit() // the first one shows its window instead

function start(): void {
  const secrets = openSecrets(join(app.getPath('userData'), 'secrets.json'))
  const service = new ServiceHost(join(__dirname, 'service-process.cjs'), {
    appFolder,
    version: app.getVersion(),
    secrets: secrets.backend,
  })
  servePage(join(appFolder, 'dist/ui'))
  openPageDoors(secrets)
  const open = () => service.serve(openWindow(join(__dirname, 'preload.cjs')))
  const current = () => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  setMenu(current)
  open()

  app.on('second-instance', () => {
    const window = current()
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) open()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  let ended = false
  app.on('will-quit', (event) => {
    if (ended) return
    event.preventDefault() // until connections are closed and sandboxes are gone
    service.end().then(() => {
      ended = true
      app.quit()
    }, fail)
  })
}

function fail(error: unknown): void {
  console.error(error)
  app.exit(1)
}
