/** One shape of a log: its figures, history, samples and plan, and the way to Analyze. */
export function ShapeView({ digestId, shape }: { readonly digestId: string; readonly shape: string }) {
  return (
    <div>
      {digestId} {shape}
    </div>
  )
}
