// Finds what the oldest runtimes do not have. The service runs on Node 16.17 (inside Electron 22), the page in Chrome
// 108; compilers change syntax for them, not functions, so these are lists by hand. Add a line when one bites.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Missing in Node 16.17 and in Chrome 108 alike. */
const newerLanguage = [
  [/\.to(Sorted|Reversed|Spliced)\(/, 'toSorted, toReversed, toSpliced: copy, then sort, reverse, splice'],
  [/\b(Object|Map)\.groupBy\(/, 'groupBy: collect in a Map'],
  [/\bPromise\.(withResolvers|try)\(/, 'Promise.withResolvers, Promise.try: new Promise(…)'],
  [/\bArray\.fromAsync\(/, 'Array.fromAsync: for await'],
  [/\bAbortSignal\.any\(/, 'AbortSignal.any: one controller and listeners'],
  [/\bURL\.(canParse|parse)\(/, 'URL.canParse, URL.parse: new URL in try'],
  [/\bIterator\.from\(|\.(isWellFormed|toWellFormed)\(/, 'iterator helpers, isWellFormed'],
  [/\bawait using\b|\busing \w+ =|\bSymbol\.(asyncD|d)ispose\b/, 'using: try … finally'],
]
const newerNode = [
  [/(?<![.\w])fetch\(/, 'fetch: node:http, node:https'],
  [/(?<![.\w])structuredClone\(/, 'structuredClone: the value is built anew, or node:v8'],
  [/\bglobalThis\.crypto\b|\bwindow\.crypto\b/, 'the global crypto: node:crypto'],
  [/(?<![.\w])new (Response|Request|Headers|FormData|File)\(/, 'web classes of Node 18'],
  [/node:readline\/promises|node:test|node:sqlite/, 'modules of Node 17 and later'],
  [/\bimport\.meta\.(dirname|filename)\b/, 'import.meta.dirname: bundles are CommonJS, use __dirname'],
  [/\breaddir(Sync)?\([^)]*recursive/, 'readdir with recursive: walk'],
  [/\.readLines\(|\bfs\.openAsBlob\b|\bcrypto\.hash\(/, 'functions of Node 18 and later'],
  [/\.closeAllConnections\(/, 'closeAllConnections: destroy the connections'],
]
const newerPage = [
  [/\bpopover(Target)?=/, 'the popover attribute'],
  [/(?<![.\w])(scheduler\.yield|navigation\.navigate)\(/, 'APIs of Chrome 109 and later'],
]
/** Only what breaks a page; what older browsers pass over without harm (scrollbar-color, text-wrap) may be used. */
const newerStyle = [
  [/\b(color-mix|light-dark|oklch|oklab|lch|lab)\(/, 'newer colour functions: write the colour'],
  [/^\s*&/, 'nesting: write the whole selector'],
  [
    /\bsubgrid\b|:popover-open|@starting-style|@scope\b|\banchor-name\b|\bposition-anchor\b/,
    'CSS of Chrome 109 and later',
  ],
]

const areas = [
  {
    folders: [
      'electron',
      'src/core',
      'src/engines',
      'src/service',
      'src/sandbox',
      'src/history',
      'src/report',
      'src/lab',
      'src/cli',
      'src/web',
    ],
    ends: /\.ts$/,
    // The new protocol API of Electron 25 and later, which brings its own Response.
    except: ['electron/page-protocol.ts'],
    rules: [...newerLanguage, ...newerNode],
  },
  { folders: ['src/ui'], ends: /\.tsx?$/, except: [], rules: [...newerLanguage, ...newerPage] },
  { folders: ['src/ui'], ends: /\.css$/, except: [], rules: newerStyle },
]

function filesBelow(folder) {
  let entries
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true })
  } catch {
    return [] // a room that is not built yet
  }
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(root, folder, entry.name)],
  )
}

/** Comments become blanks, so that they may name what code may not; lines keep their numbers. */
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '))
}

let problems = 0
for (const { folders, ends, except, rules } of areas)
  for (const file of folders.flatMap(filesBelow)) {
    const name = relative(root, file)
    if (!ends.test(file) || except.includes(name)) continue
    for (const [at, line] of withoutComments(readFileSync(file, 'utf8')).split('\n').entries())
      for (const [pattern, says] of rules)
        if (pattern.test(line)) {
          console.error(`${name}:${at + 1}: not in the oldest runtime: ${says}`)
          problems++
        }
  }
console.log(problems ? `${problems} problems` : 'Nothing that the oldest runtimes lack.')
process.exit(problems ? 1 : 0)
