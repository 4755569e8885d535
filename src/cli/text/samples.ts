import type { SampleDocument, SampleList } from '../../core/samples/model'
import { analysisText } from './analysis'

export function sampleListText(list: SampleList): string {
  const width = Math.max(...list.samples.map((sample) => sample.name.length))
  return list.samples
    .map((sample) => `${sample.name.padEnd(width)}  ${sample.title}  (${sample.servers.join(', ')})\n`)
    .join('')
}

export function sampleText(sample: SampleDocument): string {
  const checks = sample.checks.map((check) => `${check.holds ? 'ok' : 'NOT SO'}  ${check.text}\n`).join('')
  return `${sample.story}\n\n${analysisText(sample.analysis)}\n${checks}`
}
