/** Finds features in built code and styles that older browsers lack, with MDN's compatibility data. */
import { createRequire } from 'node:module'
import type { BrowserName, CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { type ESTree, parseSync, Visitor } from 'vite'

/** The oldest supported version of each browser. */
export type Oldest = Partial<Record<BrowserName, string>>

export interface Lacking {
  /** `navigation` or `Promise.try`. */
  names: Set<string>
  /** `.isSubsetOf` of any value. */
  methods: Set<string>
  /** `anchor-name`, `:popover-open` or `@view-transition`. */
  styles: Set<string>
}

const GLOBALS = ['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope']
const SELVES = ['window', 'globalThis', 'self']
/** Interfaces with a single, global object. */
const OBJECTS = new Map([
  ['Document', 'document'],
  ['Navigator', 'navigator'],
  ['Scheduler', 'scheduler']
])
/** Builtins whose new methods are searched by name alone, on any value. */
const VALUES = ['Array', 'ArrayBuffer', 'Date', 'Iterator', 'Map', 'Set', 'String', 'Uint8Array']

export function lackingIn(oldest: Oldest): Lacking {
  const data: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')
  const names = new Set<string>()
  const methods = new Set<string>()
  const styles = new Set<string>()

  for (const [owner, feature] of membersOf(data.api)) {
    if (lacks(feature, oldest)) names.add(owner)
    for (const [key, member] of membersOf(feature)) {
      if (!lacks(member, oldest)) continue
      const name = key.replace(/_static$/, '')
      if (GLOBALS.includes(owner)) names.add(name)
      else if (OBJECTS.has(owner)) names.add(`${OBJECTS.get(owner)}.${name}`)
      else if (name !== key) names.add(`${owner}.${name}`)
    }
  }

  const builtins = membersOf(data.javascript.builtins)
  const members = builtins.flatMap(([owner, feature]) =>
    membersOf(feature).map(([key, member]) => ({ owner, key, isNew: lacks(member, oldest) }))
  )
  // An iterator's `map` has the same name as an array's.
  const older = new Set(members.filter(({ isNew }) => !isNew).map(({ key }) => key))
  for (const [owner, feature] of builtins) if (lacks(feature, oldest)) names.add(owner)
  for (const { owner, key, isNew } of members) {
    if (!isNew) continue
    names.add(`${owner}.${key}`)
    if (VALUES.includes(owner) && !older.has(key)) methods.add(key)
  }

  const { properties, selectors, 'at-rules': rules } = data.css
  for (const [prefix, features] of [
    ['', properties],
    [':', selectors],
    ['@', rules]
  ] as const) {
    for (const [key, feature] of membersOf(features)) if (lacks(feature, oldest)) styles.add(prefix + key)
  }
  return { names, methods, styles }
}

/** Searches built code. Its local names are short, so a long name is the browser's. */
export function lackingCode(code: string, { names, methods }: Lacking): string[] {
  const found = new Set<string>()
  const add = (name: string): void => {
    if (names.has(name)) found.add(name)
  }
  const keys = new Set<unknown>()
  const { program } = parseSync('built.js', code)
  new Visitor({
    Property: ({ key, computed }) => void (computed || keys.add(key)),
    PropertyDefinition: ({ key, computed }) => void (computed || keys.add(key)),
    MethodDefinition: ({ key, computed }) => void (computed || keys.add(key)),
    Identifier(node) {
      if (!keys.has(node)) add(node.name)
    },
    Literal(node) {
      if ('regex' in node && /\(\?[ims]*-?[ims]+:/.test(node.regex.pattern)) found.add('a modifier in a regex')
    },
    MemberExpression({ computed, property, object }) {
      if (computed || property.type !== 'Identifier') return
      keys.add(property)
      const owner = nameOf(object)
      add(owner && SELVES.includes(owner) ? property.name : `${owner}.${property.name}`)
      if (methods.has(property.name)) found.add(`.${property.name}`)
    }
  }).visit(program)
  return [...found].sort()
}

export function lackingStyles(css: string, { styles }: Lacking): string[] {
  const properties = css.match(/(?<=[{;])[a-z-]+(?=:)/g) ?? []
  const selectors = css.match(/[^{};]+(?=\{)/g)?.flatMap(head => head.match(/:[a-z-]+|@[a-z-]+/g) ?? []) ?? []
  return [...new Set([...properties, ...selectors])].filter(name => styles.has(name)).sort()
}

/** `URL` of both `URL` and `window.URL`. */
function nameOf(node: ESTree.Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier') {
    return node.property.name
  }
}

function membersOf(features: Identifier | undefined): [string, Identifier][] {
  return Object.entries(features ?? {}).filter(([key]) => key !== '__compat') as [string, Identifier][]
}

function lacks({ __compat }: Identifier, oldest: Oldest): boolean {
  return Object.entries(oldest).some(([browser, version]) => {
    const support = __compat?.support[browser as BrowserName]
    return support && ![support].flat().some(statement => isIn(statement as SimpleSupportStatement, version))
  })
}

function isIn({ version_added: since, version_removed, flags }: SimpleSupportStatement, version: string): boolean {
  if (flags || version_removed || !since || since === 'preview') return false
  const [major = 0, minor = 0] = since.replace('≤', '').split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = version.split('.').map(Number)
  return major < oldestMajor || (major === oldestMajor && minor <= oldestMinor)
}
