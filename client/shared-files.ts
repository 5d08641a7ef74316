/**
 * Assigns the modules that pages share to files. One file per set of pages would mean 40 requests for a room. One file
 * for all would load everything for a single page. So pages belong to families. The modules shared within one family
 * form a file, and so do those shared by the same families. If such a file is small, its modules go into the file of
 * more families, but not into one that only then loads on home or in a session. e2e/first-load.spec.ts counts the
 * requests, bench/weight.ts the bytes.
 */
import type { PageEntry } from './ui/loading/page-route.ts'

export interface SharedFile {
  name: string
  /** Of two files that could take a module, the one with the higher rank does. */
  rank: number
}

/** The bundler's information about a module. */
interface ModuleInfo {
  importedIds: readonly string[]
  code: string | null
}

type Find = (id: string) => ModuleInfo | null

/** Families by the path of the page's module. The bundler splits the modules of other pages by itself. */
const FAMILIES: [name: string, modules: RegExp][] = [
  ['home', /^home\/HomePage/],
  ['things', /^(session-pages\/SessionsPage|activities|groups\/Group)/],
  ['session', /^session-pages\/SessionPage/],
  [
    'my',
    /^(goals|notes|logs|days|lists|home\/TodayPage|session-pages\/(My|Session(Chat|Hut|Logs|OverTime|Goals|MemberGoals)))/
  ],
  ['builder', /^(builder|groups)\//],
  ['person', /^publishing\//]
]

/** The chat beside a session shares these modules with other pages. It loads later, and must not load their files. */
const OF_CHAT = /\/(ui\/text\/LinkedText|moderation\/(Muted|ContentMenu))\.|\/domain\/lib\/links\.ts$/

/** Visitors arrive on these pages, so their files have nothing that only other pages need. */
const ENTRIES = ['home', 'session']

/** For each set of entries, the families of the file that takes the modules of small files. */
const WIDEST = [[], ['home'], ['session'], ENTRIES].map(
  entries => new Set(FAMILIES.map(([name]) => name).filter(name => !ENTRIES.includes(name) || entries.includes(name)))
)

const sameEntries = (one: Set<string>, other: Set<string>): boolean =>
  ENTRIES.every(name => one.has(name) === other.has(name))

/**
 * A file takes along what its modules import. Modules of visitors' pages import none that only other pages need, so their
 * files come first, and then those of most families.
 */
const rankOf = (families: Set<string>): number =>
  families.size + FAMILIES.length * ENTRIES.filter(name => families.has(name)).length

/** All ranks, the highest first. */
export const RANKS = Array.from(
  { length: rankOf(new Set(FAMILIES.map(([name]) => name))) },
  (_, index) => index + 1
).reverse()

/** Below so many characters of source, a file is not worth its own request. */
const SMALL = 45_000

/** @param folder contains the modules of the routes */
export function sharedFilesOf(routes: PageEntry[], folder: string, find: Find): Map<string, SharedFile> {
  const modules = graphOf(
    routes.map(({ module }) => `${folder}/${module}`),
    find
  )
  for (const [name, pages] of FAMILIES) {
    if (!routes.some(({ module }) => pages.test(module))) throw new Error(`No page belongs to the family ${name}.`)
  }
  const users = new Map<string, { families: Set<string>; pages: number }>()
  for (const { module } of routes) {
    const [family] = FAMILIES.find(([, pages]) => pages.test(module)) ?? []
    for (const id of family ? neededBy(`${folder}/${module}`, modules) : []) {
      const user = users.get(id) ?? { families: new Set(), pages: 0 }
      if (OF_CHAT.test(id)) user.families.add('session')
      users.set(id, { families: user.families.add(family ?? ''), pages: user.pages + 1 })
    }
  }
  const sets = new Map<string, { families: Set<string>; size: number }>()
  const chosen = new Map<string, string>()
  for (const [id, { families, pages }] of users) {
    if (pages === 1) continue
    const isStyle = id.endsWith('.css')
    // A separate style file for each script file would double the requests.
    const set = isStyle && families.size > 1 ? new Set(FAMILIES.map(([name]) => name)) : families
    const size = (sets.get(nameOf(set))?.size ?? 0) + (modules.get(id)?.size ?? 0)
    sets.set(nameOf(set), { families: set, size })
    chosen.set(id, nameOf(set))
  }
  const large = [
    ...[...sets.values()].flatMap(({ families, size }) => (families.size === 1 || size >= SMALL ? [families] : [])),
    ...WIDEST
  ].sort((one, other) => one.size - other.size)
  const fileOf = ({ families }: { families: Set<string> }): SharedFile | undefined => {
    const file = large.find(set => [...families].every(name => set.has(name)) && sameEntries(set, families))
    return file && { name: nameOf(file), rank: rankOf(file) }
  }
  const files = new Map([...sets].map(([name, set]) => [name, fileOf(set)]))
  return new Map(
    [...chosen].flatMap(([id, name]) => {
      const file = files.get(name)
      return file ? [[id, file]] : []
    })
  )
}

function nameOf(families: Set<string>): string {
  if (families.size === FAMILIES.length) return 'common'
  return FAMILIES.flatMap(([name]) => (families.has(name) ? [name] : [])).join('-')
}

interface Module {
  imports: string[]
  /** Characters of source. */
  size: number
}

/** All modules that the pages need. Calls `find` once per module, because the bundler copies the source each time. */
function graphOf(pages: string[], find: Find): Map<string, Module> {
  const modules = new Map<string, Module>()
  const lists = new Map<string, Map<string, string>>()
  const waiting = [...pages]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const info = modules.has(id) ? null : find(id)
    if (!info) continue
    const imports = info.importedIds.flatMap(other => {
      const [, library] = LIST.exec(other) ?? []
      if (!library) return [other]
      const list = lists.get(other) ?? listed(other, find(other))
      lists.set(other, list)
      return namesFrom(info.code, source => source === `@mantine/${library}`).flatMap(([name]) => list.get(name) ?? [])
    })
    modules.set(id, { imports, size: info.code?.length ?? 0 })
    waiting.push(...imports)
  }
  return modules
}

function neededBy(page: string, modules: Map<string, Module>): Set<string> {
  const needed = new Set<string>()
  const waiting = [page]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (needed.has(id)) continue
    needed.add(id)
    waiting.push(...(modules.get(id)?.imports ?? []))
  }
  return needed
}

/** The index of a library. A module only needs the parts of it that it imports by name. */
const LIST = /\/@mantine\/(\w+)\/esm\/index\.mjs$/

/** The file of each name in such an index. */
function listed(list: string, info: ModuleInfo | null): Map<string, string> {
  const names = namesFrom(info?.code ?? null, source => source.startsWith('./'))
  return new Map(names.map(([name, source]) => [name, list.replace('index.mjs', source.slice(2))]))
}

/** The names that a module imports, with their sources. */
function namesFrom(code: string | null, isMeant: (source: string) => boolean): [name: string, source: string][] {
  const clauses = [...(code ?? '').matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)]
  return clauses.flatMap(([, names = '', source = '']) =>
    isMeant(source)
      ? names.split(',').map(name => [name.trim().split(' as ')[0] ?? '', source] as [string, string])
      : []
  )
}
