import { fillFromFiles } from '../plan-diff/actions'
import { store } from '../state/store'
import { addVariant } from './edit'
import { experimentAtom } from './experiments'

/** Larger files are no statements. */
const largestStatementBytes = 1_000_000

/** Dropped files: statements become variants of the experiment in front, plans take the sides of two plans. */
export async function takeFiles(files: FileList): Promise<void> {
  if (!store.get(experimentAtom)) return fillFromFiles(files)
  for (const file of files) {
    if (file.size > largestStatementBytes) continue
    addVariant({ sql: (await file.text()).trim(), label: file.name.replace(/\.sql$/i, '') })
  }
}
