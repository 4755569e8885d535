import type { ConsentCard } from '../../errors'
import { inBytes } from '../../scratch/size'

/** What a proof on the real tables is about to do. */
export interface ProofIntent {
  readonly method: 'invisible-index' | 'rolled-back'
  readonly tables: readonly {
    readonly name: string
    readonly rows?: number | undefined
    readonly bytes?: number | undefined
  }[]
  /** What is sent to build, to run and to undo, in this order. */
  readonly sends: readonly string[]
  readonly lockTimeoutMs: number
  /** For building. */
  readonly buildTimeoutMs: number
  /** For the timed rounds together. */
  readonly budgetMs: number
  readonly runTimeoutMs: number
}

/** The card that is shown before an index is built on a real table. */
export function proofCard(intent: ProofIntent): ConsentCard {
  const { method, tables, sends, lockTimeoutMs, buildTimeoutMs, budgetMs, runTimeoutMs } = intent
  const names = tables.map(({ name }) => name).join(', ')
  const bytes = tables.reduce((sum, table) => sum + (table.bytes ?? 0), 0)
  const rows = tables.reduce((sum, table) => sum + (table.rows ?? 0), 0)
  const wait = `at most ${seconds(lockTimeoutMs)} for the lock`
  const common = {
    sends,
    rows: `About ${rows.toLocaleString('en')} rows (${inBytes(bytes)}) are read to build it; the statement then runs many times.`,
    timeLimit: `${wait}, ${seconds(buildTimeoutMs)} for building, ${seconds(runTimeoutMs)} for a run, ${seconds(budgetMs)} for the timed rounds; then it is undone.`,
  }
  if (method === 'rolled-back') {
    return {
      ...common,
      title: 'Build an index in a transaction that is rolled back',
      locks: `SHARE lock on ${names} from the beginning of the build until the rollback: rows can be read, and every INSERT, UPDATE and DELETE of other sessions waits, for up to ${seconds(buildTimeoutMs + budgetMs)}.`,
      worstCase: `Writers of ${names} wait for all that time. The index is written to the disk and to the log that standbys follow, and is gone with the rollback; the server rolls back by itself when this computer crashes.`,
    }
  }
  return {
    ...common,
    title: 'Build an index that only this session uses',
    locks: `A metadata lock on ${names} for a moment at the beginning and at the end of the build and of the drop: it waits for transactions that use the table, and new ones wait behind it meanwhile. Rows are not locked.`,
    worstCase: `The invisible index is really built: it takes disk, is kept up to date by every write to ${names} while it is there, is written to the binary log, and replicas build and drop it too, one statement after the other. After a crash of this computer it stays, invisible, until the server is connected again, when it is dropped.`,
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`
}
