import type { ConnectionTarget } from '../core/connection/model'
import type { Version } from '../core/engine'

export type SandboxProduct = 'mysql' | 'mariadb' | 'postgres'

export interface SandboxFolders {
  /** The product's own files; in a source checkout its node_modules may hold a MySQL server. */
  readonly appFolder: string
  /** The person's cache folder for this product; everything in it can be made again. */
  readonly cacheFolder: string
}

/** A server program on this computer that a sandbox can run. */
export interface FoundServer {
  readonly product: SandboxProduct
  /** Absolute path of mysqld, mariadbd or postgres. */
  readonly program: string
  readonly version: Version
  /** "MySQL 5.6.24": product and number, for people. */
  readonly versionText: string
  /** `package`: the npm package of a source checkout, which is copied before it runs. */
  readonly origin: 'computer' | 'package'
}

/** One line per product for the screens: what would start, or why nothing can. */
export interface SandboxAvailability {
  readonly product: SandboxProduct
  readonly available: boolean
  /** "MySQL 5.6.24", or what was looked for and what brings it. */
  readonly text: string
}

/** How a MySQL or MariaDB server runs that shall be bound by the disk. */
export interface SandboxOptions {
  /** InnoDB's buffer pool; 64 MiB where absent. */
  readonly poolBytes?: number | undefined
  /** Past the page cache of the operating system, in which all data would lie otherwise. */
  readonly directIo?: boolean | undefined
}

/** What a start says on the way. */
export interface SandboxProgress {
  readonly text: string
}

/** A private server that runs. Only who holds the password gets in; its data goes away with `stop`. */
export interface Sandbox {
  readonly product: SandboxProduct
  readonly versionText: string
  /** Loopback address, port, user and database; always `via: 'network'`. */
  readonly target: Extract<ConnectionTarget, { via: 'network' }>
  readonly password: string
  /** Resolves when the server has ended, however it ended. */
  readonly ended: Promise<void>
  /** Ends the server and removes its data. May be called more than once. */
  stop(): Promise<void>
}

/** What all products of this folder do; one file each family. */
export interface ServerKit {
  /** Makes an initialised, empty data folder at `dataFolder`, which does not exist yet. */
  initialise(place: ServerPlace, run: RunProgram): Promise<void>
  /** Sets accounts on a copy of the data, then says how to launch the server on it. */
  prepare(place: ServerPlace, account: SandboxAccount, run: RunProgram): Promise<Launch>
  /** Resolves when the account can connect; rejects when the server refuses for another reason than still starting. */
  connect(account: SandboxAccount, port: number): Promise<void>
  /** How the server is told to end at once. Its data is thrown away, so nothing needs to be written back. */
  readonly endSignal: 'SIGKILL' | 'SIGQUIT'
}

export interface ServerPlace {
  readonly server: FoundServer
  /** Folder of this run, private to the person; holds the data folder, the log and scripts. */
  readonly runFolder: string
  readonly dataFolder: string
  readonly port: number
  readonly options: SandboxOptions
  /** The unprivileged user that the server must run as, when we are root and it refuses root. */
  readonly runAs: RunAs | undefined
}

export interface RunAs {
  readonly uid: number
  readonly gid: number
}

export interface SandboxAccount {
  readonly user: string
  readonly password: string
  readonly database: string
}

/** A program with its arguments and the folder and environment it needs. */
export interface Launch {
  readonly program: string
  readonly args: readonly string[]
  readonly workingFolder?: string | undefined
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** Text for its standard input. */
  readonly input?: string | undefined
}

/** Runs a helper program to its end; rejects with `sandbox-failed` and the end of its output. */
export type RunProgram = (launch: Launch, runAs: RunAs | undefined) => Promise<void>
