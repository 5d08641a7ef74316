/**
 * The work of the service worker, without the browser's events (worker.ts). It keeps the built files and the shell,
 * which is the HTML without a person and without data. It keeps nothing else, so that the next user of the browser
 * finds nothing of the previous one (docs/decisions/0015-offline-and-deploys.md).
 *
 * All versions share one cache, because the name of a built file contains its hash. Installing a version adds its files
 * and its shell. The files of the previous version are removed once no tab uses it.
 */

const SHELL = '/shell'
const CACHE = 'files'
/** A page that takes longer starts with the shell, which loads the data itself. */
const PATIENCE = 3000
const AT_ONCE = 8
/** Addresses that are no pages: the API, its documentation, and addresses for operators. */
const NO_PAGE = /^\/(api|socket|healthz|readyz|metrics|press|embed)(\/|$)/

/** The files of one version, as the build lists them (vite.config.ts). */
export interface BuiltFiles {
  /** The script that this version of the shell loads first. It identifies the version of a shell. */
  entry: string
  /** Kept from the start. */
  needed: readonly string[]
  /** Kept after their first use: the editor, and fonts of other scripts. */
  others: readonly string[]
}

export interface Browser {
  caches: Pick<CacheStorage, 'open'>
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>
  origin: string
}

export interface Worker {
  /** Stores the files of this version and its shell. If one fails, all do, and the next visit tries again. */
  install: () => Promise<void>
  /** Removes files that no version needs. */
  clean: () => Promise<void>
  /** Returns null for requests that the browser should handle itself. */
  respond: (request: Request, preloaded?: Promise<Response | undefined>) => Promise<Response> | null
}

export function createWorker({ entry, needed, others }: BuiltFiles, { caches, fetch, origin }: Browser): Worker {
  const open = (): Promise<Cache> => caches.open(CACHE)

  async function load(request: Request, preloaded?: Promise<Response | undefined>): Promise<Response> {
    return (await preloaded) ?? fetch(request)
  }

  async function page(request: Request, preloaded?: Promise<Response | undefined>): Promise<Response> {
    const response = load(request, preloaded)
    const isDown = await Promise.race([
      response.then(
        ({ status }) => status >= 500,
        () => true
      ),
      after(PATIENCE)
    ])
    return isDown ? ((await shell()) ?? response) : response
  }

  async function shell(): Promise<Response | undefined> {
    return (await open()).match(SHELL)
  }

  async function file(path: string, request: Request): Promise<Response> {
    const cache = await open()
    // Ignores the compression of the stored response, because the content is the same.
    const kept = await cache.match(path, { ignoreVary: true })
    if (kept) return kept
    const response = await fetch(request)
    // Works without the cache when the disk is full.
    if (response.ok) await cache.put(path, response.clone()).catch(() => {})
    return response
  }

  return {
    async install() {
      const cache = await open()
      const html = await fetch(SHELL, { cache: 'no-store' })
      const text = await html.clone().text()
      if (!html.ok || !text.includes(entry)) throw new Error('The shell belongs to another version.')
      const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
      const missing = needed.filter(path => !isBuilt(path) || !kept.has(path))
      for (let at = 0; at < missing.length; at += AT_ONCE) await cache.addAll(missing.slice(at, at + AT_ONCE))
      await cache.put(SHELL, html)
    },
    async clean() {
      const cache = await open()
      const known = new Set([SHELL, ...needed, ...others])
      const old = (await cache.keys()).filter(({ url }) => !known.has(new URL(url).pathname))
      await Promise.all(old.map(request => cache.delete(request)))
    },
    respond(request, preloaded) {
      const url = new URL(request.url)
      if (request.method !== 'GET' || url.origin !== origin) return null
      if (request.mode === 'navigate') {
        if (!NO_PAGE.test(url.pathname)) return page(request, preloaded)
        // Without a response from here the browser sends a preloaded request again, but an address of OAuth works only once.
        return preloaded ? load(request, preloaded) : null
      }
      return isBuilt(url.pathname) || needed.includes(url.pathname) ? file(url.pathname, request) : null
    }
  }
}

/** Its name contains its hash, so its content never changes. */
function isBuilt(path: string): boolean {
  return path.startsWith('/assets/')
}

function after(ms: number): Promise<true> {
  return new Promise(resolve => setTimeout(resolve, ms, true))
}
