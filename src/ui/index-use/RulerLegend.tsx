const looks = [
  { look: 'seek', words: 'narrows the seek' },
  { look: 'edges', words: "narrows the range's ends" },
  { look: 'checked', words: '? checked in the index' },
  { look: 'gives', words: '↕ order, + covering' },
  { look: 'unused', words: '− unused' },
  { look: 'appended', words: 'added by the engine' },
] as const

/** What the looks and marks of the key ruler mean. */
export function RulerLegend() {
  return (
    <div className="kr-legend">
      {looks.map(({ look, words }) => (
        <span key={look}>
          <i className={`ks ${look}`} />
          {words}
        </span>
      ))}
    </div>
  )
}
