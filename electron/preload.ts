import { contextBridge, ipcRenderer, webUtils } from 'electron'

/** Everything that the page gets from the shell, as `window.sargable`: named calls, no channel of its own choice. */

type Listener<Value> = (value: Value) => void
const onMessage = new Set<Listener<string>>()
const onClose = new Set<Listener<void>>()
/** Calls made before the first port, or between a crash of the service and its restart. */
let waiting: string[] = []
let port: MessagePort | undefined

function subscribe<Value>(listeners: Set<Listener<Value>>, listener: Listener<Value>): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

ipcRenderer.on('service-port', (event) => {
  const [next] = event.ports
  if (!next) return
  port?.close()
  port = next
  next.onmessage = ({ data }) => {
    for (const listener of onMessage) listener(data)
  }
  for (const text of waiting) next.postMessage(text)
  waiting = []
})

ipcRenderer.on('service-gone', () => {
  port?.close()
  port = undefined
  for (const listener of onClose) listener()
})

contextBridge.exposeInMainWorld('sargable', {
  // A port cannot cross into the page's world; its functions can.
  port: {
    post: (text: string) => {
      if (port) port.postMessage(text)
      else waiting.push(text)
    },
    onMessage: (listener: Listener<string>) => subscribe(onMessage, listener),
    onClose: (listener: Listener<void>) => subscribe(onClose, listener),
  },
  secrets: {
    backend: () => ipcRenderer.invoke('secrets-backend'),
    get: (id: string) => ipcRenderer.invoke('secrets-get', id),
    set: (id: string, password: string) => ipcRenderer.invoke('secrets-set', id, password),
    remove: (id: string) => ipcRenderer.invoke('secrets-remove', id),
  },
  openFile: () => ipcRenderer.invoke('file-open'),
  saveFile: (name: string, data: string) => ipcRenderer.invoke('file-save', name, data),
  saveImage: (name: string, base64: string) => ipcRenderer.invoke('image-save', name, base64),
  openLogs: () => ipcRenderer.invoke('logs-open'),
  // Older Electrons have no webUtils; there a file tells its path by itself.
  pathOf: (file: File) => webUtils?.getPathForFile(file) ?? '',
  onMenu: (listener: Listener<string>) => {
    const onItem = (_event: unknown, commandId: string) => listener(commandId)
    ipcRenderer.on('menu', onItem)
    return () => ipcRenderer.removeListener('menu', onItem)
  },
})
