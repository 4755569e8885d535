import { ratioText } from './words'

interface AgainstProps {
  readonly before: number | undefined
  readonly after: number | undefined
  readonly what: 'work' | 'time' | 'cost'
  /** The figure gives no verdict here: told without good or bad. */
  readonly neutral?: boolean
}

/** Times that are this near to each other are told as about the same: they never are equal. */
const nearTimes = 0.03

/** So few of something that was not there before are neither good nor bad. */
const fewCounts = 10

/** A figure against the baseline's: ÷ is better, × is worse; the direction also stands in words. */
export function Against({ before, after, what, neutral = false }: AgainstProps) {
  if (before === undefined || after === undefined) return <span className="faint" />
  if (before === after) return <Same mark="=" words="the same" />
  if (before === 0 || after === 0) {
    const words = before === 0 ? 'nothing in the baseline' : 'nothing any more'
    return (
      <span className={Math.max(before, after) < fewCounts ? 'faint' : before === 0 ? 'bad' : 'good'} title={words}>
        <span aria-hidden="true">{before === 0 ? 'new' : 'gone'}</span>
        <span className="unseen">{words}</span>
      </span>
    )
  }
  const ratio = after / before
  if (Math.abs(ratio - 1) < (what === 'work' ? 0.005 : nearTimes)) return <Same mark="≈" words="about the same" />
  const text = ratioText(ratio)
  const words = `${text.slice(1)} times ${ratio < 1 ? 'less' : 'more'}`
  return (
    <span className={neutral ? 'faint' : ratio < 1 ? 'good' : 'bad'} title={words}>
      <span aria-hidden="true">{text}</span>
      <span className="unseen">{words}</span>
    </span>
  )
}

function Same({ mark, words }: { readonly mark: string; readonly words: string }) {
  return (
    <span className="faint" title={words}>
      <span aria-hidden="true">{mark}</span>
      <span className="unseen">{words}</span>
    </span>
  )
}
