// Finds what is on this computer: an Electron runtime, a display, a browser. Never `require('electron')`: in plain Node
// that starts a download.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const { env, platform } = process

/** Absolute path of a program on the PATH, or undefined. */
export function onPath(name) {
  const files = (env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  return files.find((file) => existsSync(file))
}

/** Folder of the installed electron package, or undefined. */
export function electronPackage() {
  try {
    return dirname(require.resolve('electron/package.json'))
  } catch {
    return undefined
  }
}

/**
 * The Electron runtime: of ELECTRON_OVERRIDE_DIST_PATH when that is set, else what the electron package fetched.
 * Returns { program } or { because }.
 */
export function electronRuntime() {
  const inFolder = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[platform] ?? 'electron'
  const override = env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) {
    const program = join(override, inFolder)
    if (existsSync(program)) return { program }
    return { because: `ELECTRON_OVERRIDE_DIST_PATH names ${override}, where there is no ${inFolder}.` }
  }
  const folder = electronPackage()
  if (!folder) return { because: 'The electron package is not installed.' }
  try {
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim())
    if (existsSync(program)) return { program }
  } catch {
    // path.txt is written when the runtime was fetched
  }
  return { because: 'No Electron runtime has been fetched.' }
}

/** True when a window can be shown. */
export function hasDisplay() {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Chromium sandboxes itself with the help of the kernel, but not as root on Linux. */
export function sandboxFlags() {
  return platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

/** A Chromium or Chrome that tests can drive: CHROMIUM, the usual places, Playwright's own. */
export function chromium() {
  if (env.CHROMIUM) return existsSync(env.CHROMIUM) ? env.CHROMIUM : undefined
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const usual = {
    darwin: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
  }
  const found = names.map(onPath).find(Boolean) ?? (usual[platform] ?? []).find((file) => existsSync(file))
  if (found) return found
  try {
    const own = require('playwright-core').chromium.executablePath()
    return existsSync(own) ? own : undefined
  } catch {
    return undefined // Playwright knows no browser for this system
  }
}
