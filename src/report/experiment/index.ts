import type { ExperimentDocument } from '../../core/experiment/model'
import { experimentMarkdown } from './markdown'
import { type ContextOf, maskDocument } from './mask'
import { experimentPage } from './page'

export type ReportFormat = 'html' | 'markdown' | 'json'

export const reportEndings: Readonly<Record<ReportFormat, string>> = { html: 'html', markdown: 'md', json: 'json' }

/**
 * An experiment as a file.
 * @param mask how statements are read whose literals are to be masked; absent to show them
 */
export function experimentReport(document: ExperimentDocument, format: ReportFormat, mask?: ContextOf): string {
  const shown = mask ? maskDocument(document, mask) : document
  switch (format) {
    case 'html':
      return experimentPage(shown, mask !== undefined)
    case 'markdown':
      return experimentMarkdown(shown, mask !== undefined)
    case 'json':
      return `${JSON.stringify(shown, null, 2)}\n`
  }
}
