// @vitest-environment node
/**
 * Checks that every Mantine component in use has its styles. For a component such as
 * `Tabs/Tabs.mjs`, Mantine's package has the class names in `Tabs/Tabs.module.mjs` and the styles in `styles/Tabs.css`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

interface Import {
  from: string
  /** The imported values; types need no styles. */
  names: string[]
}

const CLIENT = import.meta.dirname
const MANTINE = resolve(CLIENT, '../node_modules/@mantine')
const LIST = resolve(CLIENT, 'mantine-styles.ts')
/** Styles that every component needs. */
const BASE = ['baseline', 'default-css-variables', 'global']
const STYLE = /^@mantine\/core\/styles\/(.+)\.layer\.css$/

const parsed = new Map<string, Import[]>()
const sources = globSync('**/*.{ts,tsx}', { cwd: CLIENT })
  .filter(file => !/^(dist|testing)\/|\.test\./.test(file))
  .map(file => resolve(CLIENT, file))
const listed = importedStyles(LIST)
const others = sources
  .filter(file => file !== LIST)
  .map(file => ({ file, own: importedStyles(file), used: usedStyles(file) }))

test('every component has its styles in the list or imported where it is used', () => {
  expect(others.flatMap(({ file, own, used }) => without(used, [...listed, ...own]).map(naming(file)))).toEqual([])
})

test('no style is imported twice or unused', () => {
  expect(
    others.flatMap(({ file, own, used }) =>
      own.filter(style => listed.includes(style) || !used.has(style)).map(naming(file))
    )
  ).toEqual([])
  expect(without(listed, [...BASE, ...others.flatMap(({ used }) => [...used])])).toEqual([])
})

test("imports styles in Mantine's order, because later rules win", () => {
  const all = readFileSync(`${MANTINE}/core/styles.css`, 'utf8')
  const place = (style: string) => all.indexOf(readFileSync(`${MANTINE}/core/styles/${style}.css`, 'utf8'))
  expect(listed.slice(0, BASE.length)).toEqual(BASE)
  for (const styles of [listed, ...others.map(({ own }) => own)]) {
    expect(styles).toEqual(styles.toSorted((a, b) => place(a) - place(b)))
  }
})

test('imports the styles of Mantine’s dates once', () => {
  const all = sources.flatMap(importsOf).map(({ from }) => from)
  expect(all.filter(from => from === '@mantine/dates/styles.layer.css')).toHaveLength(1)
})

function importedStyles(file: string): string[] {
  return importsOf(file).flatMap(({ from }) => STYLE.exec(from)?.[1] ?? [])
}

/** The styles of all components that a file imports, directly or inside other components. */
function usedStyles(file: string): Set<string> {
  const modules = [...reached(file)].filter(path => path.endsWith('.module.mjs'))
  const styles = modules.map(path => basename(path, '.module.mjs'))
  return new Set(styles.filter(style => existsSync(`${MANTINE}/core/styles/${style}.css`)))
}

/** All files of Mantine that a file's imports reach. */
function reached(file: string, seen = new Set<string>()): Set<string> {
  for (const { from, names } of importsOf(file)) {
    const next = from.startsWith('@mantine/')
      ? names.flatMap(name => exportsOf(from).get(name) ?? [])
      : from.startsWith('.') && file.startsWith(MANTINE)
        ? [resolve(dirname(file), from)]
        : []
    for (const path of next) if (!seen.has(path)) reached(path, seen.add(path))
  }
  return seen
}

/** The file of each export of a package. */
function exportsOf(name: string): Map<string, string> {
  const index = resolve(MANTINE, '..', name, 'esm/index.mjs')
  if (!existsSync(index)) return new Map()
  const own = importsOf(index).filter(({ from }) => from.startsWith('.'))
  return new Map(own.flatMap(({ from, names }) => names.map(name => [name, resolve(dirname(index), from)])))
}

function importsOf(file: string): Import[] {
  let imports = parsed.get(file)
  if (!imports) {
    imports = parseSync(file, readFileSync(file, 'utf8')).module.staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      names: entries.flatMap(entry => (entry.isType ? [] : (entry.importName.name ?? [])))
    }))
    parsed.set(file, imports)
  }
  return imports
}

function without(styles: Iterable<string>, known: string[]): string[] {
  return [...styles].filter(style => !known.includes(style))
}

function naming(file: string): (style: string) => string {
  return style => `${file.slice(CLIENT.length + 1)}: ${style}`
}
