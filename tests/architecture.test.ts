// Protects the house: who may import whom, file sizes, and that lists equal their folders.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Folder (longest match wins) → what its files may import: folders or files of ours, or outside packages. */
const walls: Record<string, { ours: readonly string[]; outside: readonly string[] | 'any' }> = {
  'src/core': { ours: ['src/core'], outside: ['zod'] },
  'src/engines': { ours: ['src/core', 'src/engines'], outside: 'any' },
  'src/engines/mysql': {
    ours: ['src/core', 'src/engines/mysql', 'src/engines/engine.ts', 'src/engines/shared'],
    outside: 'any',
  },
  'src/engines/mariadb': {
    ours: ['src/core', 'src/engines/mariadb', 'src/engines/mysql', 'src/engines/engine.ts', 'src/engines/shared'],
    outside: 'any',
  },
  'src/engines/postgres': {
    ours: ['src/core', 'src/engines/postgres', 'src/engines/engine.ts', 'src/engines/shared'],
    outside: 'any',
  },
  'src/engines/pglite': {
    ours: ['src/core', 'src/engines/pglite', 'src/engines/postgres', 'src/engines/engine.ts', 'src/engines/shared'],
    outside: 'any',
  },
  'src/engines/shared': { ours: ['src/core', 'src/engines/shared', 'src/engines/engine.ts'], outside: 'any' },
  'src/lab': { ours: ['src/core', 'src/lab', 'src/engines/engine.ts'], outside: [] },
  'src/sandbox': { ours: ['src/core', 'src/sandbox', 'src/engines/engine.ts'], outside: 'any' },
  'src/history': { ours: ['src/core', 'src/history'], outside: 'any' },
  'src/report': { ours: ['src/core', 'src/report'], outside: ['diff', 'd3-scale'] },
  'src/pg-syntax': { ours: ['src/core', 'src/pg-syntax'], outside: ['libpg-query', 'node:module'] },
  'src/service': {
    ours: [
      'src/core',
      'src/engines/index.ts',
      'src/engines/engine.ts',
      'src/lab',
      'src/service',
      'src/sandbox',
      'src/history',
      'src/report/experiment/index.ts',
      'src/report/digest-diff/index.ts',
      'src/pg-syntax/index.ts',
    ],
    outside: 'any',
  },
  'src/service/api.ts': {
    ours: ['src/core', 'src/service/api-digest.ts', 'src/service/api-method.ts'],
    outside: ['zod'],
  },
  'src/service/api-digest.ts': { ours: ['src/core', 'src/service/api-method.ts'], outside: ['zod'] },
  'src/service/api-method.ts': { ours: [], outside: ['zod'] },
  'src/service/rpc.ts': { ours: ['src/core', 'src/service/api.ts'], outside: [] },
  'src/service/transports': { ours: ['src/service/rpc.ts'], outside: [] },
  'src/web': { ours: ['src/core', 'src/web', 'src/service'], outside: 'any' },
  'src/cli': { ours: ['src/core', 'src/cli', 'src/web', 'src/service'], outside: 'any' },
  'src/ui': {
    ours: ['src/core', 'src/ui', 'src/service/api.ts', 'src/service/rpc.ts', 'src/service/transports'],
    outside: [
      'react',
      'react-dom',
      'react-aria-components',
      'react-resizable-panels',
      '@tanstack/react-virtual',
      'jotai',
      'lucide-react',
      'monaco-editor',
      'd3-zoom',
      'd3-selection',
      'd3-shape',
      'd3-scale',
      'diff',
      'vite',
    ],
  },
  electron: { ours: ['electron', 'src/core', 'src/service', 'src/web/pages.ts'], outside: ['electron', 'node:'] },
}

/** Packages that may never reach the page. */
const drivers = ['mysql2', 'pg', '@electric-sql/pglite', 'node-sqlite3-wasm', 'libpg-query', 'ws']

/** A file above this holds more than one idea; the design's limit. */
const maxLines = 500

function files(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
    .map((entry) => normalize(join(entry.parentPath, entry.name)).slice(root.length + 1))
}

function wallOf(path: string) {
  const key = Object.keys(walls)
    .filter((folder) => path === folder || path.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0]
  return key ? walls[key] : undefined
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  return [
    ...text.matchAll(
      /^\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3]) as string)
}

const sources = [...files('src'), ...files('electron')]

describe('walls', () => {
  test.each(sources)('%s imports only what its room may', (path) => {
    const wall = wallOf(path)
    expect(wall, `${path} stands in no known room`).toBeDefined()
    if (!wall) return
    const bad = importsOf(path).filter((specifier) => {
      if (specifier.startsWith('.')) {
        const target = normalize(join(dirname(path), specifier.replace(/\?.*$/, '')))
        return !wall.ours.some(
          (own) => target === own || target === own.replace(/\.ts$/, '') || target.startsWith(`${own}/`),
        )
      }
      if (wall.outside === 'any') return false
      return !wall.outside.some(
        (own) =>
          specifier === own || specifier.startsWith(`${own}/`) || (own.endsWith(':') && specifier.startsWith(own)),
      )
    })
    expect(bad).toEqual([])
  })

  test('no database driver can be imported by the page', () => {
    const outside = walls['src/ui']?.outside ?? 'any'
    expect(drivers.filter((driver) => outside === 'any' || outside.includes(driver))).toEqual([])
  })
})

test.each(sources)(`%s is at most ${maxLines} lines`, (path) => {
  expect(readFileSync(join(root, path), 'utf8').split('\n').length).toBeLessThanOrEqual(maxLines)
})

test('core has no clock, no randomness and no way out', () => {
  const bad = files('src/core').filter((path) =>
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(bad).toEqual([])
})

test('the files that the architecture page walks through exist', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const named = [...page.matchAll(/^\| \d+\s+\|(.*?)\|/gm)].flatMap((row) =>
    [...(row[1] ?? '').matchAll(/`(src\/[^`]+)`/g)].map((match) => match[1] as string),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
