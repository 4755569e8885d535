// The baseline of the desktop bench: the least that an Electron app can show.
const { app, BrowserWindow } = require('electron')
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1440, height: 900, show: false, webPreferences: { sandbox: true } })
  window.once('ready-to-show', () => window.show())
  window.loadURL('data:text/html,<title>Empty</title><body><textarea class="inputarea"></textarea></body>')
})
app.on('window-all-closed', () => app.quit())
