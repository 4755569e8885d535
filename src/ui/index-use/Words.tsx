/** A sentence whose names stand between backticks, drawn as code. */
export function Words({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('`').map((piece, at) =>
        at % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence never move
          <code key={at} dir="auto">
            {piece}
          </code>
        ) : (
          piece
        ),
      )}
    </>
  )
}
