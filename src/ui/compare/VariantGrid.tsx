import { useAtomValue } from 'jotai'
import { Check, TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { Icon } from '../kit/icon'
import { Absent } from '../kit/numbers'
import { connectionAtom } from '../state/atoms'
import { type Experiment, editedAtom, pickedPlaceAtom } from './experiments'
import { contentOf } from './order'
import { PlanCell } from './PlanCell'
import { faultWords, refusedAt } from './refused'
import { SqlCell } from './SqlCell'
import { clockAtom, type ShownRun, shownPlansAtom, shownRunAtom } from './shown'
import { VariantEditor } from './VariantEditor'
import { VariantHead } from './VariantHead'
import { TimeRows, WorkRows } from './WorkRows'
import { clockSays, samenessTold } from './words'

/** All variants side by side: statement, plan, rows, work, time; the first is the baseline of every figure. */
export function VariantGrid({ experiment }: { readonly experiment: Experiment }) {
  const run = useAtomValue(shownRunAtom)
  const plans = useAtomValue(shownPlansAtom)
  const edited = useAtomValue(editedAtom)
  const picked = useAtomValue(pickedPlaceAtom)
  const clock = useAtomValue(clockAtom)
  const connection = useAtomValue(connectionAtom)
  const { variants } = experiment.draft
  const places = variants.map(({ id }) => {
    const place = run ? experiment.ranIds.indexOf(id) : -1
    return place === -1 ? undefined : place
  })
  const family = run?.document?.engine.family ?? connection?.engine.family
  const contents = variants.map((variant) => contentOf(variant, family === 'postgres' ? 'postgres' : 'mysql'))
  const best = bestOf(run)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: eight columns scroll, so the keyboard has to reach them
    <section className="cmp-scroll" aria-label="Variants" tabIndex={0} data-pane="compare-variants">
      <table className="cmp-grid" style={{ minWidth: 196 + variants.length * 224 }}>
        <colgroup>
          <col className="cmp-names" />
          {variants.map(({ id }) => (
            <col key={id} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="h">
              Variant
            </th>
            {variants.map((variant, column) => {
              const place = places[column]
              const ranAs = place === undefined ? undefined : run?.spec.variants[place]
              const comparison = run?.comparisons.find((one) => one.variant === ranAs?.name)
              return (
                <VariantHead
                  key={variant.id}
                  variant={variant}
                  place={column}
                  count={variants.length}
                  picked={column === Math.min(picked, variants.length - 1)}
                  editing={isEdited(experiment, edited, variant, column)}
                  ran={ranAs && place !== undefined ? { variant: ranAs, place } : undefined}
                  comparison={comparison}
                  best={ranAs !== undefined && ranAs.name === best}
                  samePlan={(place ?? 0) > 0 && plans[place ?? 0]?.sameShape === true}
                />
              )
            })}
          </tr>
        </thead>
        <tbody>
          <tr className="cmp-top">
            <th scope="row">
              SQL <small>against A</small>
            </th>
            {variants.map((variant, column) => {
              const place = places[column]
              const ranAs = place === undefined ? undefined : run?.spec.variants[place]
              return (
                <td key={variant.id}>
                  {isEdited(experiment, edited, variant, column) || !ranAs ? (
                    <VariantEditor
                      variant={variant}
                      place={column}
                      problem={refusedAt(experiment.run) === column ? faultWords(experiment.run) : undefined}
                    />
                  ) : (
                    <SqlCell baseline={column === 0 ? undefined : contents[0]} variant={contents[column] ?? ranAs} />
                  )}
                </td>
              )
            })}
          </tr>
          {plans.some((plan) => plan) && (
            <tr className="cmp-top">
              <th scope="row">
                Plan <small>rows</small>
              </th>
              {places.map((place, column) => (
                <td key={variants[column]?.id}>{place !== undefined && <PlanCell shown={plans[place]} />}</td>
              ))}
            </tr>
          )}
          {run && run.comparisons.length > 0 && <SamenessRow run={run} places={places} />}
          {run && (
            <Fragment>
              <WorkRows run={run} places={places} />
              <TimeRows run={run} places={places} clock={clockSays(clock)} />
            </Fragment>
          )}
        </tbody>
      </table>
    </section>
  )
}

function isEdited(
  { run }: Experiment,
  edited: ReadonlySet<string>,
  { id, sql }: { readonly id: string; readonly sql: string },
  place: number,
): boolean {
  if (run.state === 'running') return false
  return run.state === 'none' || edited.has(id) || sql.trim() === '' || refusedAt(run) === place
}

/** The name of the variant that is faster than all others; undefined where none is faster than the baseline. */
function bestOf(run: ShownRun | undefined): string | undefined {
  const faster = run?.comparisons.filter(({ verdict }) => verdict === 'faster') ?? []
  return [...faster].sort((one, other) => one.ratio - other.ratio)[0]?.variant
}

function SamenessRow(props: { readonly run: ShownRun; readonly places: readonly (number | undefined)[] }) {
  const { run, places } = props
  const reads = /^[\s(]*(?:--[^\n]*\n\s*)*(?:select|with|table|values)\b/i.test(run.spec.variants[0]?.sql ?? '')
  return (
    <tr>
      <th scope="row">{reads ? 'Rows returned' : 'Rows changed'}</th>
      {places.map((place, column) => {
        const name = place === undefined ? undefined : run.spec.variants[place]?.name
        const rows = run.samples.find(({ variant }) => variant === name)?.rows
        const comparison = run.comparisons.find(({ variant }) => variant === name)
        const told = comparison && samenessTold(comparison)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <td key={column}>
            {place !== undefined && (
              <span className="cmp-figure">
                {rows === undefined ? (
                  <Absent because="Not run yet." />
                ) : (
                  <span className="num">{rows.toLocaleString('en-US')}</span>
                )}
                {told && (
                  <span
                    className={told.look === 'plain' ? 'faint' : told.look}
                    title={told.title ?? 'Compared as a multiset of rows.'}
                  >
                    {told.look === 'good' && <Icon of={Check} size={12} />}
                    {told.look === 'bad' && <Icon of={TriangleAlert} size={12} />} {told.text.replace(' rows', '')}
                  </span>
                )}
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
}
