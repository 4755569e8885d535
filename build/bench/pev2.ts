import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The part of PEV2 that reads plans: its service takes a text apart and works out what its views show. */
interface PlanService {
  fromSource(source: string): unknown
  createPlan(name: string, content: unknown, query: string): unknown
}

/**
 * PEV2's parser. The package exports its Vue component only, in one bundle; the service is a class inside of it that
 * touches no document. So the bundle is run with an export more, and with a stand-in for Vue, which parsing never calls.
 * @throws Error when a new version of the package is built in another way.
 */
export function pev2Parser(): (text: string) => unknown {
  const bundle = readFileSync(createRequire(import.meta.url).resolve('pev2'), 'utf8')
  const [, service] = /class (\w+)\{constructor\(\)\{\w+\(this,"nodeId",0\);\w+\(this,"flat",\[\]\)/.exec(bundle) ?? []
  const end = /,Object\.defineProperty\((\w+),Symbol\.toStringTag/.exec(bundle)
  if (service === undefined || !end) throw new Error('The plan service was not found in the bundle of pev2.')
  const source = `${bundle.slice(0, end.index)},${end[1]}.PlanService=${service}${bundle.slice(end.index)}`
  const found: { PlanService?: new () => PlanService } = {}
  new Function('exports', 'module', 'require', source)(found, { exports: found }, () => standIn)
  const { PlanService } = found
  if (!PlanService) throw new Error('The bundle of pev2 gave no plan service.')
  return (text) => {
    const service = new PlanService()
    return service.createPlan('', service.fromSource(text), '')
  }
}

/** Whatever is asked of it, it is the answer. */
const standIn: unknown = new Proxy(() => undefined, {
  get: (_target, key) => (key === Symbol.toPrimitive ? () => '' : standIn),
  apply: () => standIn,
  construct: () => ({}),
})
