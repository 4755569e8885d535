// Protects what is copied and saved of a plan: whole SVG files with every node, sizes of PNGs, Markdown, and no secrets.
import { describe, expect, test } from 'vitest'
import { metricsOf } from '../../src/core/plan/metrics'
import type { PlanNode } from '../../src/core/plan/model'
import { layoutFlame } from '../../src/ui/flame/flame-layout'
import { flameValues } from '../../src/ui/flame/flame-values'
import { alikeSiblings } from '../../src/ui/plan/alike-siblings'
import { badgesOf } from '../../src/ui/plan/badges'
import { cardHeat } from '../../src/ui/plan/card-heat'
import { boxOf } from '../../src/ui/plan/diagram-geometry'
import { flattenMetrics, flattenPlan } from '../../src/ui/plan/flat-plan'
import { cardTree, wholePlan } from '../../src/ui/plan/folding'
import { heatOf } from '../../src/ui/plan/heat'
import { diagramModel } from '../../src/ui/plan/plan-model'
import { columnsOf, tableRows } from '../../src/ui/plan/table-columns'
import type { PictureColours } from '../../src/ui/plan-export/colours'
import { diagramPicture } from '../../src/ui/plan-export/diagram-picture'
import { fitText } from '../../src/ui/plan-export/fit-text'
import { flamePicture } from '../../src/ui/plan-export/flame-picture'
import type { Picture } from '../../src/ui/plan-export/picture'
import { headPx } from '../../src/ui/plan-export/picture-head'
import { pngScale } from '../../src/ui/plan-export/picture-png'
import { svgBytes, svgParts } from '../../src/ui/plan-export/picture-svg'
import { tableAsMarkdown } from '../../src/ui/plan-export/plan-markdown'
import type { TextRuler } from '../../src/ui/plan-export/surface'
import { escapeXml } from '../../src/ui/plan-export/svg-surface'
import { withoutSecrets } from '../../src/ui/plan-export/without-secrets'
import { generatedTree, node } from './plan-trees'
import { svgElements } from './svg-elements'

/** Every letter is half as wide as it is high. */
const ruler: TextRuler = (words, font) => (words.length * font.sizePx) / 2
const font = { family: 'ui', sizePx: 12, weight: 400 } as const
const shades = ['#000', '#111', '#222', '#333', '#444', '#555', '#666']
const colours: PictureColours = {
  card: '#101010',
  border: '#202020',
  edge: '#303030',
  selected: '#0000ff',
  found: '#ffff00',
  heat: shades,
  heatInk: shades,
  ground: '#fefefe',
  grid: '#eeeeee',
  ink: '#010101',
  ink2: '#020202',
  ink3: '#030303',
  good: '#00ff00',
  bad: '#ff0000',
  warn: '#ff8800',
  badGround: '#ffeeee',
  warnGround: '#ffffee',
  hatch: '#888888',
}
const head = { title: 'SELECT a < b', facts: ['MySQL 9.7.4', '3 nodes'], heat: 'time' } as const

function scene(root: PlanNode) {
  const flat = flattenPlan(root)
  const source = { format: 'postgres-json', text: '', measured: true, span: { start: 0, end: 0 } } as const
  const metrics = flattenMetrics(
    flat,
    metricsOf({ source, root, statement: { triggers: [], settings: {} }, notes: [] }),
  )
  const badges = flat.nodes.map((each, at) => badgesOf(each, metrics[at]))
  return { flat, metrics, badges, cells: heatOf('rows', flat, metrics) }
}

function diagramOf(root: PlanNode, whole = true) {
  const { flat, metrics, badges, cells } = scene(root)
  const alike = alikeSiblings(flat)
  const fold = whole ? wholePlan(alike) : { ...wholePlan(alike), collapsed: new Set([1]) }
  const tree = cardTree(flat, alike, fold)
  const model = diagramModel(flat, tree, badges, metrics, { tables: [] })
  const heat = cardHeat(flat, tree, cells)
  const picture = (seen?: Parameters<typeof diagramPicture>[0]['seen']) =>
    diagramPicture({ model, metrics, heat, head, selected: undefined, found: new Set(), seen })
  return { model, picture }
}

function flameOf(root: PlanNode, seen?: Parameters<typeof flamePicture>[0]['seen']): Picture {
  const facts = scene(root)
  const values = flameValues('rows', facts.flat, facts.metrics)
  return flamePicture({
    scene: { ...facts, values, layout: layoutFlame(values), selected: undefined, found: new Set() },
    head,
    seen,
  })
}

const svgOf = (picture: Picture) => [...svgParts(picture, colours, ruler)].join('')
const drawnNodes = (svg: string) => svgElements(svg).flatMap(({ attributes }) => attributes['data-node'] ?? [])

function counted(root: PlanNode): PlanNode {
  const give = (each: PlanNode, children: readonly PlanNode[]): PlanNode => ({
    ...each,
    children,
    estimate: { rowsPerLoop: 1 + (each.id.length % 7) },
  })
  // Upwards without recursion, as the tree may be deep.
  const { nodes } = flattenPlan(root)
  const done = new Map<PlanNode, PlanNode>()
  for (const each of [...nodes].reverse()) {
    done.set(
      each,
      give(
        each,
        each.children.flatMap((child) => done.get(child) ?? []),
      ),
    )
  }
  return done.get(root) ?? root
}

describe.each([
  { view: 'diagram', pictureOf: (root: PlanNode) => diagramOf(root).picture() },
  { view: 'flame', pictureOf: (root: PlanNode) => flameOf(root) },
])('the $view as SVG', ({ pictureOf }) => {
  test.each([1, 2, 30, 400])('has each of %d nodes once', (count) => {
    const root = counted(generatedTree(count, 5))
    const ids = flattenPlan(root).nodes.map((each) => each.id)
    expect(drawnNodes(svgOf(pictureOf(root))).sort()).toEqual([...ids].sort())
  })

  test('has each of 20,000 nodes once, in many pieces', () => {
    const root = counted(generatedTree(20_000, 7))
    const parts = [...svgParts(pictureOf(root), colours, ruler)]
    expect(parts.length).toBeGreaterThan(5)
    expect(new Set(drawnNodes(parts.join(''))).size).toBe(20_000)
  })

  test('a chain of 5,000', () => {
    let chain = node('n0', [], { id: 'last' })
    for (let at = 1; at < 5_000; at++) chain = node('Step', [chain], { id: `c${at}` })
    expect(drawnNodes(svgOf(pictureOf(counted(chain)))).length).toBe(5_000)
  })

  test('stays well-formed whatever the server printed, and says nothing that it did not', () => {
    const nasty = `<img src=x onerror="alert('1')">&amp;\u0000\u001b[31m \ud800 ]]> \u202e`
    const root = counted(
      node(nasty, [], {
        id: 'n0',
        access: {
          table: nasty,
          method: 'full-scan',
          accessType: 'ALL',
          indexes: [{ name: nasty, use: 'main' }],
          covering: false,
          direction: 'forward',
          multiRangeRead: false,
          indexCondition: false,
        },
        conditions: [{ text: nasty, checkedAt: 'row-filter' }],
      }),
    )
    const svg = svgOf(pictureOf(root))
    const allowed = ['svg', 'title', 'desc', 'style', 'defs', 'pattern', 'path', 'rect', 'g', 'text']
    expect(svgElements(svg).filter(({ name }) => !allowed.includes(name))).toEqual([])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
  })

  test('names itself, its fonts with others behind them, and needs nothing from elsewhere', () => {
    const svg = svgOf(pictureOf(counted(generatedTree(30, 5))))
    expect(svg).toContain('<title id="t">SELECT a &lt; b</title>')
    expect(svg).toContain('MySQL 9.7.4')
    expect(svg).toMatch(/font-family:[^}]*Inter, system-ui[^}]*sans-serif/)
    expect(svg.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|href|<script|<foreignObject|@import|url\((?!#h)/,
    )
  })
})

describe('what is in view', () => {
  test('of the diagram: the cards that the pane shows, at their places', () => {
    const { model, picture } = diagramOf(counted(generatedTree(400, 5)))
    const box = boxOf(model.diagram, model.tree, 3)
    const seen = {
      camera: { scale: 2, x: -box.x * 2 + 20, y: -box.y * 2 + 10 },
      pane: { width: 800, height: 500, noteHeight: 0 },
    }
    const drawn = picture(seen)
    expect([drawn.width, drawn.height]).toEqual([640, 250 + headPx])
    const svg = svgOf(drawn)
    const ids = drawnNodes(svg)
    expect(ids).toContain(model.flat.nodes[model.tree.node[3] ?? 0]?.id)
    expect(ids.length).toBeLessThan(30)
    // The card stands 10 and 5 points from the pane's corner.
    expect(svg).toContain(`<rect x="10" y="${5 + headPx}" width="${box.width}" height="${box.height}"`)
  })

  test('of a folded diagram: without what is folded', () => {
    const root = counted(generatedTree(30, 5))
    const { model, picture } = diagramOf(root, false)
    const seen = {
      camera: { scale: 0.5, x: 0, y: 0 },
      pane: { width: model.diagram.width, height: model.diagram.height, noteHeight: 0 },
    }
    expect(drawnNodes(svgOf(picture(seen))).length).toBe(model.tree.node.length)
    expect(model.tree.node.length).toBeLessThan(30)
  })

  test('of the flame: the subtree that one has zoomed into, and the rows that are not scrolled away', () => {
    const root = counted(generatedTree(30, 5))
    const flat = flattenPlan(root)
    const below = (flat.end[1] ?? 0) - 1
    const pane = { top: 1, widthPx: 700, heightPx: 2000, scrolledPx: 0 }
    expect(drawnNodes(svgOf(flameOf(root, pane))).length).toBe(below)
    const scrolled = drawnNodes(svgOf(flameOf(root, { ...pane, scrolledPx: 33 })))
    expect(scrolled.length).toBe(below - 1)
    expect(scrolled).not.toContain(flat.nodes[1]?.id)
  })
})

test.each([
  { width: 1000, height: 700, scale: 2, because: 'twice its size' },
  { width: 16_384, height: 700, scale: 1, because: 'as wide as a canvas can be' },
  { width: 8_192, height: 32_768 / 2, scale: Math.SQRT1_2, because: 'as many points as are sane' },
  { width: 2_000_000, height: 3_600, scale: undefined, because: 'letters could not be read' },
])('a picture of $width × $height becomes a PNG at $scale: $because', ({ width, height, scale }) => {
  const own = pngScale({ width, height })
  if (scale === undefined) expect(own).toBeUndefined()
  else expect(own).toBeCloseTo(scale, 3)
})

test('the size of an SVG is known before it is made, within half and double', () => {
  const root = counted(generatedTree(2_000, 7))
  const flame = svgOf(flameOf(root)).length
  expect(svgBytes(2_000, 'flame') / flame).toBeGreaterThan(0.5)
  expect(svgBytes(2_000, 'flame') / flame).toBeLessThan(2)
  const diagram = svgOf(diagramOf(root).picture()).length
  expect(svgBytes(2_000, 'diagram') / diagram).toBeGreaterThan(0.5)
  expect(svgBytes(2_000, 'diagram') / diagram).toBeLessThan(2)
})

test.each([
  { words: 'Index Scan', room: 60, cut: 'Index Scan' },
  { words: 'Index Scan', room: 48, cut: 'Index S…' },
  { words: 'Index Scan', room: 42, cut: 'Index…' },
  { words: 'Index Scan', room: 18, cut: undefined },
  { words: 'x'.repeat(1_000_000), room: 30, cut: 'xxxx…' },
])('words fit into $room px', ({ words, room, cut }) => {
  expect(fitText(words, room, font, ruler)).toBe(cut)
})

test.each([
  ['a < b && c > "d"', 'a &lt; b &amp;&amp; c &gt; &quot;d&quot;'],
  ['tab\tline\n', 'tab\tline\n'],
  ['\u0000\u0007', '\ufffd\ufffd'],
  ['😀 and half of one: \ud83d', '😀 and half of one: \ufffd'],
])('XML of %j', (text, xml) => {
  expect(escapeXml(text)).toBe(xml)
})

test('Markdown shows the tree, aligns numbers, and takes no name for Markdown', () => {
  const root = node('Nested Loop', [node('Scan of a|b_*c*<d>', [], { estimate: { rowsPerLoop: 12_345 } })], {
    estimate: { rowsPerLoop: 3 },
  })
  const flat = flattenPlan(root)
  const rows = tableRows(flat, [], [], 0)
  expect(tableAsMarkdown(flat, rows, columnsOf(rows, 1))).toBe(
    [
      '| # | Node | Rows est. |',
      '| ---: | :--- | ---: |',
      '| 1 | Nested Loop | ≈ 3 |',
      '| 2 | \u2003Scan of a\\|b\\_\\*c\\*&lt;d\\> | ≈ 12,345 |',
      '',
    ].join('\n'),
  )
})

test.each([
  ["SELECT * FROM t WHERE state = 'paid'", "SELECT * FROM t WHERE state = 'paid'"],
  ["SELECT * FROM u WHERE password = 'hunter2'", "SELECT * FROM u WHERE password = '…'"],
  ["SELECT * FROM u WHERE api_key='it''s'", "SELECT * FROM u WHERE api_key='…'"],
  ["CREATE USER a IDENTIFIED BY 'x'", "CREATE USER a IDENTIFIED BY '…'"],
  ["SELECT aes_decrypt(c, 'k') FROM t", "SELECT aes_decrypt(c, '…') FROM t"],
  ["SELECT * FROM dblink('host=h password=p', 'SELECT 1')", "SELECT * FROM dblink('…', '…')"],
  ['SELECT 1 -- mysql://root:toor@db/shop', 'SELECT 1 -- mysql://root:…@db/shop'],
  ["SELECT f('host=h password=p')", "SELECT f('host=h password=…')"],
  ['SELECT * FROM u WHERE token = ?', 'SELECT * FROM u WHERE token = ?'],
])('the head of a picture: %s', (sql, shown) => {
  expect(withoutSecrets(sql)).toBe(shown)
})
