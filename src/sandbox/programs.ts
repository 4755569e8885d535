import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fault } from '../core/errors'
import type { Launch, RunAs } from './model'
import { identityOfProcess, type ProcessIdentity, signalProcess } from './processes'

/** A program of ours that runs, as the leader of its own process group, with its output in a log file. */
export interface RunningProgram {
  readonly identity: ProcessIdentity | undefined
  /** Resolves with how it ended: an exit code or a signal's name; rejects when it could not be started. */
  readonly ended: Promise<number | NodeJS.Signals>
  signal(signal: NodeJS.Signals): void
}

const shownLogLines = 12
const shownLogCharacters = 2_000

/**
 * Starts a program. It gets its own process group, so that Ctrl-C in a terminal reaches only us and we end it in
 * order. Its messages are in English whatever the computer's language, because people search the web for them.
 */
export function startProgram(launch: Launch, runAs: RunAs | undefined, logFile: string): RunningProgram {
  const log = openSync(logFile, 'a', 0o600)
  try {
    const child = spawn(launch.program, launch.args, {
      cwd: launch.workingFolder ?? (runAs ? '/' : dirname(logFile)),
      env: { ...process.env, LC_ALL: 'C', ...launch.environment },
      stdio: [launch.input === undefined ? 'ignore' : 'pipe', log, log],
      detached: true,
      windowsHide: true,
      ...runAs,
    })
    const identity = child.pid === undefined ? undefined : identityOfProcess(child.pid)
    const ended = endOf(child)
    ended.catch(() => undefined) // whoever waits for it sees the rejection; an unwatched one must not end the service
    child.stdin?.on('error', () => undefined) // a program that ends early says why in its log
    child.stdin?.end(launch.input)
    return {
      identity,
      ended,
      signal: (signal) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        if (identity) signalProcess(identity, signal)
        if (process.platform === 'win32') child.kill(signal)
      },
    }
  } finally {
    closeSync(log)
  }
}

function endOf(child: ChildProcess): Promise<number | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(fault('sandbox-failed', `${child.spawnfile} could not be started: ${error.message}`)),
    )
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 0))
  })
}

/** The last lines of a log, for an error message. */
export async function logTail(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '') // nothing was written
  return text.trim().split('\n').slice(-shownLogLines).join('\n').slice(-shownLogCharacters)
}

/** Programs and folders that go away with us, even when we end without stopping them (process.exit, uncaught error). */
const atExit = new Map<string, { program: RunningProgram | undefined; folders: readonly string[] }>()
let watching = false

export function endAtExit(runFolder: string, program: RunningProgram | undefined, folders: readonly string[]): void {
  atExit.set(runFolder, { program, folders })
  if (watching) return
  watching = true
  process.once('exit', () => {
    for (const { program, folders } of atExit.values()) {
      program?.signal('SIGKILL')
      for (const folder of folders) {
        try {
          rmSync(folder, { recursive: true, force: true })
        } catch {
          // The server may still be writing while it dies; the next start removes the rest.
        }
      }
    }
  })
}

export function endedInOrder(runFolder: string): void {
  atExit.delete(runFolder)
}
