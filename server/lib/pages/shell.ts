/** The HTML shell of the pages: the built one, or Vite's with hot reload in development. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { RenderPage } from '../../../domain/app.ts'
import type { Resources } from '../../dependencies.ts'
import { OperatorError } from '../operator-error.ts'

const CLIENT = fileURLToPath(new URL('../../../client/', import.meta.url))

export interface Shell {
  shell: Resources['shell']
  /** Null in development, because there the styles come with the scripts. */
  render: RenderPage | null
  /** The folder of the built files; null when Vite serves the sources. */
  assets: string | null
  /** Adds Vite's middleware to the app. The built shell adds nothing. */
  attach: (app: FastifyInstance) => void
  close: () => Promise<void>
}

/** Reads the built shell. @throws OperatorError when it is not built */
export async function builtShell(): Promise<Shell> {
  const assets = join(CLIENT, 'dist')
  const read = (file: string): Promise<string> =>
    readFile(join(assets, file), 'utf8').catch(() => {
      throw new OperatorError('The page is not built. Run `npm start`, which builds it.')
    })
  const html = await read('index.html')
  const routes = Object.entries<string[]>(JSON.parse(await read('.vite/routes.json')))
  const shells = new Map(routes.map(([route, files]) => [route, withFiles(html, files)]))
  return {
    shell: (_, route = '') => shells.get(route) ?? html,
    render: builtRender(join(assets, '.server/render-page.js')),
    assets,
    attach() {},
    close: async () => {}
  }
}

/** Loads the renderer at the first visit, because the start should not wait for it. */
function builtRender(file: string): RenderPage {
  let loading: Promise<{ renderPage: RenderPage }> | null = null
  return async embedded => {
    loading ??= import(pathToFileURL(file).href)
    const { renderPage } = await loading
    return renderPage(embedded)
  }
}

/** Adds a route's files after the common styles, in the order that the page itself would use. Later styles win. */
function withFiles(html: string, files: string[]): string {
  const links = files.map(file =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="/${file}">`
      : `<link rel="modulepreload" crossorigin href="/${file}">`
  )
  return html.replace('</head>', `${links.join('')}</head>`)
}

/** Starts Vite and returns its shell. */
export async function developmentShell(): Promise<Shell> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return {
    async shell(url) {
      return vite.transformIndexHtml(url, await readFile(join(CLIENT, 'index.html'), 'utf8'))
    },
    render: null,
    assets: null,
    attach(app) {
      // Vite serves the files that it knows (sources, its own client) and passes other requests to the app.
      app.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, () => done())
      })
    },
    close: () => vite.close()
  }
}
