import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import sharp from 'sharp'
import { type CSSOptions, defineConfig, type Manifest, type Plugin, type Rolldown } from 'vite'
import { leanModule } from './client/lean-module.ts'
import { RANKS, type SharedFile, sharedFilesOf } from './client/shared-files.ts'

const CLIENT = resolve(import.meta.dirname, 'client')

// By a computed path: Vite bundles what this file imports, and would bundle every page.
const { routeTable }: typeof import('./client/route-table.ts') = await import(resolve(CLIENT, 'route-table.ts'))

/** What every page needs is one file, what pages share is in a few, and what people load after they signed in is one. */
function filesOfModules() {
  let shared: Map<string, SharedFile> | undefined
  const groups = RANKS.map(rank => ({
    debugName: `rank ${rank}`,
    name(id: string, context: { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null }) {
      shared ??= sharedFilesOf(routeTable, CLIENT, module => context.getModuleInfo(module))
      const file = shared.get(id)
      return file?.rank === rank ? file.name : null
    },
    priority: rank
  }))
  const everywhere = { name: 'index', tags: ['$initial' as const], test: (id: string) => !id.includes('/worker/') }
  // Loaded with the index; its largest module runs when client/main.tsx asks for it.
  const reactDom = { name: 'react-dom', test: /\/node_modules\/(react-dom|scheduler)\// }
  const signedIn = { name: 'signed-in', test: /\/client\/(reminders\/LiveInbox|lib\/kept\/kept-pages)\.tsx?$/ }
  // Few forms check what people type by the schema of a contract, so they load it.
  const schemas = {
    name: 'schemas',
    test: /\/node_modules\/zod\/|\/domain\/\w+\/([\w-]*fields|plan)\.ts$/,
    includeDependenciesRecursively: false
  }
  return [
    { ...schemas, priority: RANKS.length + 3 },
    { ...reactDom, priority: RANKS.length + 2 },
    { ...everywhere, priority: RANKS.length + 1 },
    ...groups,
    { ...signedIn, priority: 0 }
  ]
}

// For Vite alone; inside the app's own server, a proxy would take the calls from it.
const api = process.env.API_URL

export default defineConfig({
  root: CLIENT,
  plugins: [
    react(),
    reactIds(),
    ...[leanDomain(), licenseFile(), iconFiles(), routeFiles(), workerFiles(), compressedFiles()].map(forBrowsers)
  ],
  css: noAttributesInHas(),
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // README.md names these under "What it needs".
    target: ['chrome120', 'edge120', 'firefox121', 'safari17.4'],
    // The editor, which is loaded when somebody writes; the first start should not print a warning about it.
    chunkSizeWarningLimit: 1200,
    // Every byte of an icon or font that is inlined would need `data:` in the content security policy.
    assetsInlineLimit: 0
  },
  environments: {
    // The notices of all libraries in the page. The about page links to them.
    client: {
      build: {
        license: { fileName: 'third-party-licenses.txt' },
        rolldownOptions: {
          input: { index: join(CLIENT, 'index.html'), worker: join(CLIENT, 'worker/worker.ts') },
          output: {
            // Where a worker is decides which pages it is for, and its name stays the same.
            entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
            codeSplitting: { groups: filesOfModules() }
          }
        }
      }
    },
    // The frame for other sites, in one file, so that it shares nothing with the pages.
    embed: {
      consumer: 'client',
      build: {
        outDir: 'dist/embed',
        copyPublicDir: false,
        manifest: false,
        rolldownOptions: {
          input: { embed: join(CLIENT, 'embed/embed.ts') },
          output: { entryFileNames: '[name].js', codeSplitting: false }
        }
      }
    },
    // The same pages for the server, which renders them for visitors. It has them in one piece with their libraries, as
    // it is installed without those. The editor and the fields for cards are not rendered.
    ssr: {
      resolve: { noExternal: true },
      // Node has channels between tabs, which would keep it running.
      define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV), BroadcastChannel: 'undefined' },
      build: {
        outDir: 'dist/.server',
        copyPublicDir: false,
        manifest: false,
        rolldownOptions: {
          input: { index: join(CLIENT, 'render-page.tsx') },
          external: [/^ckeditor5/, /^@ckeditor/, /^@stripe/],
          // When a file loads matters to browsers only.
          checks: { ineffectiveDynamicImport: false },
          output: { entryFileNames: 'render-page.js' }
        }
      }
    }
  },
  builder: {
    async buildApp({ build, environments: { client, embed, ssr } }) {
      if (!client || !embed || !ssr) throw new Error('Vite has three environments.')
      await build(client)
      await build(embed)
      await build(ssr)
    }
  },
  // Else the first page with an editor would reload in the middle of development.
  optimizeDeps: { include: ['ckeditor5', '@ckeditor/ckeditor5-react'] },
  server: api ? { proxy: { '/api': { target: api, ws: true }, '/socket': { target: api, ws: true } } } : {}
})

/**
 * Ids of fields and panels as React makes them. Mantine's own replaces each by another as soon as a rendered page is taken
 * over; the browser then has to run all effects of the page at once (docs/decisions/0046-first-paint.md).
 */
function reactIds(): Plugin {
  let isFound = false
  return {
    name: 'react-ids',
    apply: 'build',
    applyToEnvironment: ({ name }) => name !== 'embed',
    load: {
      filter: { id: /\/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/ },
      handler() {
        isFound = true
        return `
          import { useId as useReactId } from 'react'
          export function useId(given) {
            const id = useReactId()
            return typeof given === 'string' ? given : id
          }`
      }
    },
    buildEnd() {
      if (!isFound) throw new Error('vite.config.ts: Mantine has its useId elsewhere')
    }
  }
}

interface CssRule {
  selector: string
  source?: { input: { file?: string } }
  error: (text: string) => Error
  remove: () => void
}

/**
 * Keeps attributes out of `:has()`. With one such rule anywhere, each new element that has an attribute makes Chromium
 * compute the styles of the page's outer elements again (docs/performance.md).
 */
function noAttributesInHas(): CSSOptions {
  const plugin = {
    postcssPlugin: 'no-attributes-in-has',
    Rule(rule: CssRule) {
      if (!/:has\([^)]*\[/.test(rule.selector)) return
      const isOurs = !rule.source?.input.file?.includes('/node_modules/')
      if (isOurs) throw rule.error('":has()" takes a class here, not an attribute')
      // Mantine's are for scroll bars and clear buttons that no page has.
      rule.remove()
    }
  }
  return { postcss: { plugins: [plugin] } }
}

function forBrowsers(plugin: Plugin): Plugin {
  return { ...plugin, applyToEnvironment: ({ name }) => name === 'client' }
}

/** Makes the contracts and rules in pages as small as pages need them. */
function leanDomain(): Plugin {
  return {
    name: 'lean-domain',
    apply: 'build',
    // After the types are gone.
    enforce: 'post',
    transform: {
      filter: { id: /\/domain\/.*\.ts$/ },
      handler(code) {
        return { code: leanModule(code, this.parse(code)), map: null, moduleSideEffects: false }
      }
    }
  }
}

/** The product's own license. */
function licenseFile(): Plugin {
  return {
    name: 'license-file',
    apply: 'build',
    generateBundle() {
      const source = readFileSync(resolve(import.meta.dirname, 'LICENSE'), 'utf8')
      this.emitFile({ type: 'asset', fileName: 'license.txt', source })
    }
  }
}

/** The icon in the sizes that home screens show (server/lib/pages/manifest.ts). Those that cut it get it on a full square. */
function iconFiles(): Plugin {
  return {
    name: 'icon-files',
    apply: 'build',
    async generateBundle() {
      const svg = readFileSync(join(CLIENT, 'public/favicon.svg'), 'utf8')
      const whole = svg
        .replace(' rx="9"', '')
        .replace('viewBox="0 0 32 32"', 'viewBox="0 0 32 32" width="32" height="32"')
      const smaller = whole.replace(
        /(<rect[^>]*\/>)(.*)(<\/svg>)/s,
        '$1<g transform="translate(3.2 3.2) scale(0.8)">$2</g>$3'
      )
      for (const [fileName, picture, size] of [
        ['icon-192.png', svg, 192],
        ['icon-512.png', svg, 512],
        ['icon-maskable-512.png', smaller, 512],
        ['apple-touch-icon.png', whole, 180]
      ] as const) {
        const source = await sharp(Buffer.from(picture), { density: 72 * 16 })
          .resize(size, size)
          .png()
          .toBuffer()
        this.emitFile({ type: 'asset', fileName, source })
      }
    }
  }
}

/**
 * Writes `dist/.vite/routes.json`: for each address, the files that its page needs beside those of every page. The
 * server names them in the HTML, so that a browser loads all of them at once instead of one after the other.
 */
function routeFiles(): Plugin {
  return {
    name: 'route-files',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const manifest: Manifest = JSON.parse(readFileSync(`${dir}/.vite/manifest.json`, 'utf8'))
      const entry = filesOf('index.html', manifest)
      const files = routeTable.flatMap(({ paths, module }) => {
        if (!manifest[module]) throw new Error(`client/route-table.ts: ${module} is not in the build`)
        const own = [...filesOf(module, manifest)].filter(file => !entry.has(file))
        return paths.map(path => [path, own])
      })
      writeFileSync(`${dir}/.vite/routes.json`, JSON.stringify(Object.fromEntries(files)))
    }
  }
}

/**
 * Tells the service worker which files there are (client/worker/keep.ts). All scripts and styles are kept from the start,
 * but for the editor's, which is as large as half of the rest and has a field of plain text in its place, and the colours
 * of code, which is read without them too; of the fonts, the upright Latin ones.
 */
function workerFiles(): Plugin {
  return {
    name: 'worker-files',
    apply: 'build',
    generateBundle: {
      // After Vite has removed the scripts of modules that were nothing but style.
      order: 'post',
      handler(_, bundle) {
        const { worker, ...chunks } = Object.fromEntries(
          Object.values(bundle).flatMap(file =>
            file.type === 'chunk' ? [[file.isEntry ? file.name : file.fileName, file]] : []
          )
        )
        if (!worker || worker.imports.length > 0) throw new Error('client/worker/worker.ts must be one file')
        const built = Object.keys(bundle).filter(file => /^assets\/.*\.(js|css|woff2)$/.test(file))
        const isLater = (file: string): boolean =>
          /\/(Editor|highlight)-|\.woff2$/.test(file) && !/-latin-wght-normal/.test(file)
        const paths = (files: string[]): string[] => files.map(file => `/${file}`)
        const files = {
          entry: `/${chunks.index?.fileName}`,
          needed: [...paths(built.filter(file => !isLater(file))), '/theme.js', '/favicon.svg'],
          others: paths(built.filter(isLater))
        }
        worker.code = `const BUILT_FILES=${JSON.stringify(files)};${worker.code}`
      }
    }
  }
}

/** Writes `x.js.br` and `x.js.gz` beside `x.js`, so that the server compresses none of them while people wait. */
function compressedFiles(): Plugin {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter(file => /^assets\/.*\.(js|css|svg)$/.test(file))
      await Promise.all(
        files.map(async file => {
          const path = join(dir, file)
          const bytes = readFileSync(path)
          writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, quality))
          writeFileSync(`${path}.gz`, await promisify(gzip)(bytes))
        })
      )
    }
  }
}

/** In the order of loading: first what a file needs, then the file itself. Files may need each other. */
function filesOf(module: string, manifest: Manifest, seen = new Set<string>()): Set<string> {
  const chunk = manifest[module]
  if (!chunk || seen.has(module)) return new Set()
  seen.add(module)
  const needed = (chunk.imports ?? []).flatMap(other => [...filesOf(other, manifest, seen)])
  return new Set([...needed, ...(chunk.css ?? []), chunk.file])
}
