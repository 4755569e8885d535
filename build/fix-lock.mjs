// Adds to package-lock.json the optional packages of other platforms. Some registry views hide them, npm then leaves
// them out of the lock, and `npm ci` refuses the lock elsewhere. Run after every `npm install`.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el']

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const packages = lock.packages
let added = 0
for (const [owner, entry] of Object.entries({ ...packages })) {
  if (!owner) continue
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`
    if (packages[place]?.version || packages[`${owner}/${place}`]?.version) continue
    if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) {
      console.error(`${owner} wants ${name} ${version}: a range, not a pin; left out`)
      continue
    }
    const words = name.split('/').pop().split(/[-.]/)
    const os = systems.find((system) => words.includes(system))
    const cpu = processors.find((processor) => words.includes(processor))
    const libc = words.some((word) => word.includes('musl'))
      ? ['musl']
      : os === 'linux' && words.some((word) => word.includes('gnu'))
        ? ['glibc']
        : undefined
    packages[place] = {
      version,
      ...(cpu && { cpu: [cpu] }),
      ...(entry.dev && { dev: true }),
      ...(libc && { libc }),
      optional: true,
      ...(os && { os: [os] }),
    }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`added ${added} packages of other platforms`)
