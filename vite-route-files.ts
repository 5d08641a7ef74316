/**
 * For each address, the files that its page is made of, in `dist/.vite/routes.json`: the server names them in the HTML,
 * so that a browser fetches all of them at once, instead of learning from the first file which others there are.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const ROUTES = resolve(import.meta.dirname, 'client/routes.tsx')
const ROUTE = /pageRoute\(\s*(\[[^\]]*\]|'[^']*'),\s*async \(\) =>\s*\(await import\('\.\/([^']+)'\)\)/g

export function routeFiles(): Plugin {
  return {
    name: 'route-files',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${dir}/.vite/manifest.json`, 'utf8'))
      const entry = filesOf('index.html', manifest)
      const files: Record<string, string[]> = {}
      for (const { paths, module } of readRoutes()) {
        // A page of development alone is in no build.
        const own = [...filesOf(module, manifest)].filter(file => !entry.has(file))
        if (manifest[module]) for (const path of paths) files[path] = own
      }
      writeFileSync(`${dir}/.vite/routes.json`, JSON.stringify(files))
    }
  }
}

function readRoutes(): { paths: string[]; module: string }[] {
  const code = readFileSync(ROUTES, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const routes = [...code.matchAll(ROUTE)].map(([, paths = '', module = '']) => ({
    paths: [...paths.matchAll(/'([^']*)'/g)].map(([, path = '']) => path),
    module
  }))
  const imports = code.split('await import(').length - 1
  if (routes.length !== imports) throw new Error(`${ROUTES}: ${imports} pages, of which ${routes.length} can be read`)
  return routes
}

/** In the order in which they would be loaded: what a file needs, then the file. Files may need each other. */
function filesOf(module: string, manifest: Record<string, Chunk>, seen = new Set<string>()): Set<string> {
  const chunk = manifest[module]
  if (!chunk || seen.has(module)) return new Set()
  seen.add(module)
  const needed = (chunk.imports ?? []).flatMap(other => [...filesOf(other, manifest, seen)])
  return new Set([...needed, ...(chunk.css ?? []), chunk.file])
}
