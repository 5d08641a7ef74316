/**
 * Mantine's CSS by component without a list to keep: whoever imports `{ Tabs }` from '@mantine/core' gets the CSS of
 * Tabs and of every component that Tabs is built from, those first, because their order decides inside the layer.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

const CORE = resolve(import.meta.dirname, 'node_modules/@mantine/core')
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"]@mantine\/core['"]/g
const RELATIVE = /from "(\.[^"]+\.mjs)"/g

function source(path: string): string {
  return readFileSync(path, 'utf8')
}

/** Where the package's index says an export lives, such as `components/Tabs/Tabs.mjs`. */
function exportsOfCore(): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, names = '', path = ''] of source(`${CORE}/esm/index.mjs`).matchAll(
    /import \{([^}]*)\} from "([^"]+)"/g
  )) {
    for (const name of names.split(',')) found.set(name.trim(), resolve(CORE, 'esm', path))
  }
  return found
}

function styleNames(file: string, seen: Set<string>): string[] {
  const name = /\/esm\/(?:components|utils)\/([^/]+)\//.exec(file)?.[1]
  if (!name || seen.has(file) || !existsSync(file)) return []
  seen.add(file)
  const below = [...source(file).matchAll(RELATIVE)].flatMap(([, path = '']) =>
    styleNames(resolve(dirname(file), path), seen)
  )
  return [...below, name]
}

export function mantineCss(): Plugin {
  const files = exportsOfCore()
  const cache = new Map<string, string[]>()
  const stylesOf = (name: string): string[] => {
    let names = cache.get(name)
    if (!names) {
      const all = new Set(styleNames(files.get(name) ?? '', new Set()))
      names = [...all].filter(style => existsSync(`${CORE}/styles/${style}.layer.css`))
      cache.set(name, names)
    }
    return names
  }
  return {
    name: 'mantine-css',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/client\/.*\.tsx?$/.test(id) || id.includes('.test.')) return null
      const used = new Set<string>()
      for (const [, names = ''] of code.matchAll(IMPORT)) {
        for (const name of names.split(',')) for (const style of stylesOf(name.trim())) used.add(style)
      }
      if (used.size === 0) return null
      const imports = [...used].map(style => `import '@mantine/core/styles/${style}.layer.css';`).join('')
      return { code: imports + code, map: null }
    }
  }
}
