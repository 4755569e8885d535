import { dialectOf } from '../../core/engine'
import type { ExperimentDocument } from '../../core/experiment/model'
import type { AnyEditContext } from '../../core/sql/edits/model'
import { loadPostgresGrammar } from '../../pg-syntax/index'
import { experimentReport, type ReportFormat, reportEndings } from '../../report/experiment/index'

export interface ReportFile {
  readonly text: string
  readonly fileName: string
}

/** The report of an experiment, and a name for its file: `sargable-2026-11-20-1422.html`. */
export async function reportFile(
  document: ExperimentDocument,
  format: ReportFormat,
  maskLiterals: boolean,
): Promise<ReportFile> {
  const fileName = `sargable-${document.startedAt.slice(0, 16).replace('T', '-').replace(':', '')}.${reportEndings[format]}`
  if (!maskLiterals) return { text: experimentReport(document, format), fileName }
  const context = await editContextOf(document)
  return { text: experimentReport(document, format, () => context), fileName }
}

async function editContextOf({ engine: { product, version } }: ExperimentDocument): Promise<AnyEditContext> {
  const dialect = dialectOf(product)
  return dialect === 'postgres' ? { dialect, version, grammar: await loadPostgresGrammar() } : { dialect, version }
}
