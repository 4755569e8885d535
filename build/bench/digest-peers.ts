import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { GeneratedFlavor } from './generated-log'

/** A program that reads the same logs, called as cheaply as it can be: its plainest report. */
export interface PeerCommand {
  readonly name: string
  readonly args: (log: string) => readonly string[]
}

const percona: PeerCommand = { name: 'pt-query-digest', args: (log) => ['--no-version-check', '--limit', '20', log] }

const badger = (form: string): PeerCommand => ({
  name: 'pgbadger',
  args(log) {
    const mark = mkdtempSync(`${log}.pid-`)
    return ['--quiet', '--pid-dir', mark, '--format', form, '--extension', 'json', '--outfile', `${log}.json`, log]
  },
})

const peers: Readonly<Record<GeneratedFlavor, PeerCommand>> = {
  mysql: percona,
  'mysql-extra': percona,
  percona,
  mariadb: percona,
  'postgres-stderr': badger('stderr'),
  'postgres-csv': badger('csv'),
  'postgres-json': badger('jsonlog'),
  'postgres-syslog': badger('syslog'),
}

/** The peer that reads this flavor, where it is on the PATH; else why none is. */
export function peerFor(flavor: GeneratedFlavor): { readonly peer?: PeerCommand; readonly name: string } {
  const peer = peers[flavor]
  const here = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, peer.name)))
  return here ? { peer, name: peer.name } : { name: peer.name }
}

/** CPU seconds of a peer on a log, with all of its processes, told by the shell's `times`. */
export function peerCpuSeconds({ name, args }: PeerCommand, log: string): number {
  const script = '"$@" >/dev/null 2>&1 || exit 1; times'
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', LC_ALL: 'C.UTF-8', TZ: 'UTC' }
  const out = execFileSync('bash', ['-c', script, name, name, ...args(log)], { encoding: 'utf8', env })
  const children = out.trim().split('\n').at(-1) ?? ''
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, min, sec]) => Number(min) * 60 + Number(sec))
  if (seconds.length !== 2) throw new Error(`times told: ${out}`)
  return seconds.reduce((sum, each) => sum + each, 0)
}
