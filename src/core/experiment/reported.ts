import { fault } from '../errors'
import { type ExperimentDocument, experimentDocumentSchema } from './model'

/** The element of a report page that holds the document. */
export const reportElementId = 'sargable-experiment'

/**
 * The experiment of a report: the text of a JSON report, or of a page with the document in it.
 * @throws SargableError `unreadable-text` when there is none, or it is not one that this version reads
 */
export function reportedExperiment(text: string): ExperimentDocument {
  const page = new RegExp(`<script type="application/json" id="${reportElementId}">([\\s\\S]*?)</script>`).exec(text)
  const read = experimentDocumentSchema.safeParse(parsed(page?.[1] ?? text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw fault(
    'unreadable-text',
    `This is no report of an experiment: ${issue?.path.join('.') ?? ''}: ${issue?.message}`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    throw fault('unreadable-text', 'This is no report of an experiment.', {
      hint: `A JSON or HTML report is wanted. (${thrown instanceof Error ? thrown.message : thrown})`,
    })
  }
}
