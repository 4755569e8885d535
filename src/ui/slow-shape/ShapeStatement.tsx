import { Check, Clipboard, Pencil, ScanSearch, Workflow } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DigestShape, ShapeSample } from '../../core/digest/model'
import type { HeldShape } from '../../core/digest/view/model'
import type { Dialect } from '../../core/engine'
import { formatBytes, formatLongTime } from '../../core/figures'
import { Badge } from '../kit/badge'
import { Button, IconButton } from '../kit/button'
import { copyText } from '../kit/clipboard'
import { SqlText } from '../kit/sql-text'
import { showPlan } from '../state/actions/paste'
import { attempt } from '../state/service'
import { analyzeSample, dialectOfShape } from './analyze'

/** The statement of a sample, laid out, and the SELECT that finds the rows that it changes. */
export interface Statements {
  readonly text: string
  readonly select?: string | undefined
  readonly notes: readonly string[]
}

/** Longer ones are shown as they are: nobody reads them for their looks. */
const longestFormatted = 100_000

/** Lays out a sample's statement; what comes first is the statement as it was logged. */
export function useStatements(shape: DigestShape | undefined, sample: ShapeSample | undefined): Statements {
  const sql = sample?.sql ?? shape?.fingerprint ?? ''
  const family = shape?.family ?? 'mysql'
  const isCut = sample?.sqlBytes !== undefined
  const isSample = sample !== undefined
  const [read, setRead] = useState<{ readonly of: string; readonly statements: Statements } | undefined>(undefined)
  useEffect(() => {
    let current = true
    if (sql !== '' && !isCut && isSample && sql.length <= longestFormatted)
      void readStatements(sql, dialectOfShape(family, sql)).then((statements) => {
        if (current) setRead({ of: sql, statements })
      })
    return () => {
      current = false
    }
  }, [sql, family, isCut, isSample])
  return read?.of === sql ? read.statements : { text: sql, notes: [] }
}

async function readStatements(sql: string, dialect: Dialect): Promise<Statements> {
  const text = await laidOut(sql, dialect)
  if (!/^[\s(]*(?:update|delete|insert|replace|with|merge)\b/i.test(sql)) return { text, notes: [] }
  const outcome = await attempt('sql.selectForm', { text: sql, dialect })
  const found = outcome.ok ? outcome.reply.sql : undefined
  // Why a plain SELECT has no such form is nothing to tell.
  const isPlain = /^[\s(]*with\b/i.test(sql) && found === undefined
  const notes = outcome.ok && !isPlain ? outcome.reply.notes : []
  return { text, notes, ...(found !== undefined && { select: await laidOut(found, dialect) }) }
}

/** As it is where the formatter refuses it. */
async function laidOut(sql: string, dialect: Dialect): Promise<string> {
  const outcome = await attempt('sql.format', { text: sql, dialect })
  return outcome.ok ? outcome.reply.text.trim() : sql
}

interface StatementProps {
  readonly shape: HeldShape
  readonly sample: ShapeSample | undefined
  readonly statements: Statements
}

/** The statement as written, its SELECT, and the plan that the log held. */
export function ShapeStatement({ shape, sample, statements }: StatementProps) {
  const { text, select, notes } = statements
  const verb = /^[\s(]*(\w+)/.exec(text)?.[1]?.toUpperCase()
  const database = sample?.database ?? shape.schema
  return (
    <>
      <section className="shape-part" aria-label="As written">
        <div className="pane-h">
          <h2 className="t">{sample ? 'As written' : 'Its shape'}</h2>
          {sample?.sqlBytes !== undefined && <Badge look="warn">cut: {formatBytes(sample.sqlBytes)} in the log</Badge>}
          <span className="grow" />
          {database !== undefined && select === undefined && <UseChip shape={shape} database={database} />}
          {verb !== undefined && verb !== 'SELECT' && <Badge icon={Pencil}>{verb}</Badge>}
          <IconButton small icon={Clipboard} label="Copy the statement" onPress={() => void copyText(text)} />
        </div>
        <Lines label="The statement" text={text} />
      </section>
      {select !== undefined && (
        <section className="shape-part" aria-label="The SELECT that finds the same rows">
          <div className="pane-h">
            <h2 className="t">The SELECT that finds the same rows</h2>
            <span className="grow" />
            {database !== undefined && <UseChip shape={shape} database={database} />}
            <IconButton small icon={Clipboard} label="Copy the SELECT" onPress={() => void copyText(select)} />
          </div>
          <Lines label="The SELECT" text={select} />
          {sample && (
            <div className="shape-actions">
              <Button small icon={ScanSearch} onPress={() => void analyzeSample(shape, sample, { asSelect: true })}>
                Analyze this SELECT
              </Button>
            </div>
          )}
        </section>
      )}
      {notes.length > 0 && (
        <ul className="shape-evidence">
          {notes.map((note) => (
            <li key={note} className="note">
              {note}
            </li>
          ))}
        </ul>
      )}
      <LoggedPlan shape={shape} />
    </>
  )
}

/** What Analyze does before it explains. */
function UseChip({ shape, database }: { readonly shape: HeldShape; readonly database: string }) {
  const words = shape.family === 'mysql' ? `USE ${database} applied` : `in ${database}`
  return (
    <Badge look="acc" icon={Check} title="Analyze asks in the database that the call was in">
      {words}
    </Badge>
  )
}

function Lines({ label, text }: { readonly label: string; readonly text: string }) {
  const lines = text.split('\n').length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="shape-sql" aria-label={label} tabIndex={0}>
      <pre className="ln" aria-hidden="true">
        {Array.from({ length: lines }, (_, at) => at + 1).join('\n')}
      </pre>
      <SqlText text={text} />
    </section>
  )
}

/** MariaDB writes its rows of EXPLAIN as comments. */
function planText(logged: string): string {
  return logged.replace(/^# explain: ?/gm, '').trim()
}

/** The plan of the slowest call with one. */
function LoggedPlan({ shape }: { readonly shape: HeldShape }) {
  const { plan, family } = shape
  if (plan === undefined) return null
  const { micros, at } = plan
  const text = planText(plan.text)
  const draw = () =>
    void showPlan(text, family === 'postgres' ? 'postgres' : dialectOfShape(family, shape.fingerprint), {
      figures: { micros, at },
      sql: text,
      notes: [],
    })
  return (
    <section className="shape-part" aria-label="The plan in the log">
      <div className="pane-h">
        <h2 className="t">The plan in the log</h2>
        <span className="faint small ell">of a call that took {formatLongTime(micros / 1000)}</span>
        <span className="grow" />
        <Button small icon={Workflow} onPress={draw}>
          Draw the plan
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="shape-plan" tabIndex={0} aria-label="Text of the plan">
        <pre className="mono tiny">{text.length > 20_000 ? `${text.slice(0, 20_000)}\n…` : text}</pre>
      </section>
    </section>
  )
}
