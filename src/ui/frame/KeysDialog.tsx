import { Fragment } from 'react'
import { commands } from '../commands/list'
import { Dialog } from '../kit/dialog'
import { Keys } from '../kit/keys'

/** Keys that the plan's views answer themselves, while they have the focus. */
const planKeys: readonly (readonly [string, string])[] = [
  ['↑ ↓ ← →', 'Walk the plan'],
  ['Enter', 'Inspect the node'],
  ['/', 'Search the plan'],
  ['f', 'Fit the diagram'],
  ['e', 'Next problem'],
]

/** All keys, by what they act on. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const groups = [...new Set(commands.filter((each) => each.keys).map((each) => each.group))]
  return (
    <Dialog title="All keys" width={760} onClose={onClose}>
      <div className="dialog-body keys-list">
        {groups.map((group) => (
          <section key={group}>
            <h3 className="h">{group}</h3>
            <dl>
              {commands
                .filter((each) => each.group === group)
                .map((each) => (
                  <Fragment key={each.id}>
                    {each.keys?.map((keys) => (
                      <div key={keys}>
                        <dt>{each.title}</dt>
                        <dd>
                          <Keys keys={keys} />
                        </dd>
                      </div>
                    ))}
                  </Fragment>
                ))}
            </dl>
          </section>
        ))}
        <section>
          <h3 className="h">In the plan</h3>
          <dl>
            {planKeys.map(([keys, title]) => (
              <div key={keys}>
                <dt>{title}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}
