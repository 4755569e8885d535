import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../../dist/node/cli.cjs')
/** A store and a cache of the tests' own, so that nobody's history is touched. */
const home = mkdtempSync(join(tmpdir(), 'sargable-cli-'))

export interface CliRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built command line to its end. */
export function sargable(
  words: readonly string[],
  options: { input?: string | Uint8Array; env?: NodeJS.ProcessEnv; cwd?: string } = {},
) {
  return new Promise<CliRun>((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words], {
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      env: { ...process.env, SARGABLE_DATA: join(home, 'data'), SARGABLE_CACHE: join(home, 'cache'), ...options.env },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin.end(options.input ?? '')
  })
}

/** Starts the built command line, for calls that go on until they are stopped. */
export function startSargable(words: readonly string[]) {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, SARGABLE_DATA: join(home, 'data'), SARGABLE_CACHE: join(home, 'cache') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text
  })
  const ended = new Promise<CliRun>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...said }))
  })
  return { said, ended, interrupt: () => child.kill('SIGINT') }
}
