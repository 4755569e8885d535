/** PostgreSQL has no optimizer trace; what can be asked of it instead has its place here. */
export function Alternatives() {
  return (
    <div className="lower-empty">
      <p>
        <b>PostgreSQL records no optimizer trace.</b>{' '}
        <span className="dim">
          The plan’s costs say what it chose, not what it turned down. Settings such as <code>enable_seqscan</code> make
          it cost the alternatives.
        </span>
      </p>
    </div>
  )
}
