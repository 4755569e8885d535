import { desktopBridge } from '../../desktop-bridge'

/** How long a download may take until its address is given up. */
const downloadMs = 60_000

/** Writes a text file where the person says; in a browser it is a download. False when the person cancels. */
export async function saveText(name: string, parts: readonly string[], type: string): Promise<boolean> {
  const bridge = desktopBridge()
  if (bridge) return bridge.saveFile(name, parts.join(''))
  download(name, new Blob([...parts], { type }))
  return true
}

/** The same for a PNG. */
export async function saveImage(name: string, image: Blob): Promise<boolean> {
  const bridge = desktopBridge()
  if (bridge) return bridge.saveImage(name, await base64Of(image))
  download(name, image)
  return true
}

function download(name: string, data: Blob): void {
  const link = document.createElement('a')
  const address = URL.createObjectURL(data)
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), downloadMs)
}

function base64Of(data: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read.')))
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : ''
      resolve(url.slice(url.indexOf(',') + 1))
    })
    reader.readAsDataURL(data)
  })
}
