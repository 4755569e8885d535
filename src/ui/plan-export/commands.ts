import type { Command } from '../commands/command'
import {
  copyOutline,
  copyPicture,
  copySvg,
  copyTable,
  pictureBlocked,
  saveOutline,
  savePicture,
  saveSource,
  textBlocked,
} from './actions'

const picture = { group: 'Plan', blockedBecause: pictureBlocked } as const
const text = { group: 'Plan', blockedBecause: textBlocked } as const

/** Everything that copies or saves the shown plan. */
export const exportCommands: readonly Command[] = [
  {
    id: 'plan.save-svg',
    title: 'Save the whole plan as SVG',
    keys: ['Mod+Shift+S'],
    ...picture,
    run: () => void savePicture('svg', 'whole'),
  },
  {
    id: 'plan.save-svg-seen',
    title: 'Save what is in view as SVG',
    ...picture,
    run: () => void savePicture('svg', 'seen'),
  },
  {
    id: 'plan.save-png',
    title: 'Save the whole plan as PNG',
    ...picture,
    run: () => void savePicture('png', 'whole'),
  },
  {
    id: 'plan.save-png-seen',
    title: 'Save what is in view as PNG',
    keys: ['Alt+Shift+S'],
    ...picture,
    run: () => void savePicture('png', 'seen'),
  },
  {
    id: 'plan.copy-picture',
    title: 'Copy what is in view as a picture',
    keys: ['Alt+Shift+C'],
    ...picture,
    run: () => void copyPicture(),
  },
  { id: 'plan.copy-svg', title: 'Copy the whole plan as SVG', ...picture, run: () => void copySvg() },
  {
    id: 'plan.copy-text',
    title: 'Copy the plan as text',
    keys: ['Alt+Shift+T'],
    ...text,
    run: () => void copyOutline(),
  },
  {
    id: 'plan.copy-markdown',
    title: 'Copy the plan as a Markdown table',
    ...text,
    run: () => void copyTable('markdown'),
  },
  {
    id: 'plan.copy-tsv',
    title: 'Copy the plan as tab separated values',
    ...text,
    run: () => void copyTable('tsv'),
  },
  { id: 'plan.save-text', title: 'Save the plan as text', ...text, run: () => void saveOutline() },
  {
    id: 'plan.save-source',
    title: 'Save what the server printed',
    ...text,
    run: () => void saveSource(),
  },
]
