// Builds what is named (ui, node), or both: `node build/build.mjs [--if-stale] [ui] [node]`.
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { preparePglite } from './prepare-pglite.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const sources = { ui: ['src/core', 'src/ui', 'src/service'], node: ['src', 'electron'] }
const common = ['package-lock.json', 'build']

/** Newest modification time below the given files and folders. */
function newest(paths) {
  let time = 0
  for (const path of paths) {
    const full = join(root, path)
    if (!existsSync(full)) continue
    const stat = statSync(full)
    if (stat.isDirectory()) {
      if (path.endsWith('node_modules')) continue
      time = Math.max(time, newest(readdirSync(full).map((name) => join(path, name))))
    } else time = Math.max(time, stat.mtimeMs)
  }
  return time
}

function stale(part) {
  const stamp = join(root, 'dist', `.${part}`)
  return !existsSync(stamp) || statSync(stamp).mtimeMs < newest([...sources[part], ...common])
}

/** Builds beside the old part and then takes its place: whoever runs the old one meanwhile never sees half of a new one. */
async function buildPart(part) {
  const begun = new Date()
  const target = join(root, 'dist', part)
  const half = join(root, 'dist', `.${part}-${process.pid}`)
  const run = (configFile, mode) =>
    build({ configFile: join(root, 'build', configFile), mode, logLevel: 'warn', build: { outDir: half } })
  try {
    if (part === 'ui') await run('vite.ui.config.ts', 'production')
    else {
      for (const mode of ['node', 'main', 'preload', 'worker']) await run('vite.node.config.ts', mode)
      await preparePglite()
    }
    rmSync(target, { recursive: true, force: true })
    renameSync(half, target)
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
  const stamp = join(root, 'dist', `.${part}`)
  writeFileSync(stamp, '')
  utimesSync(stamp, begun, begun) // what was edited during the build is newer
}

/** Builds the named parts; with `ifStale` only those whose sources are newer than the last build. */
export async function buildParts(parts, { ifStale = false } = {}) {
  for (const part of parts) if (!ifStale || stale(part)) await buildPart(part)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2)
  const named = words.filter((word) => word in sources)
  await buildParts(named.length ? named : Object.keys(sources), { ifStale: words.includes('--if-stale') })
}
