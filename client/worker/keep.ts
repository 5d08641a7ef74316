/**
 * What the service worker does, apart from the browser's events (worker.ts): it keeps the built files and the shell, which
 * is the HTML without a person and without data. Nothing else is kept, so whoever uses the browser next finds nothing of
 * the person before (docs/decisions/0015-offline-and-deploys.md).
 *
 * There is one cache for all versions, because the name of a built file contains its content. A new version adds its
 * files and its shell when it is installed; the files of the version before go when no tab of it is open any more.
 */

const SHELL = '/shell'
const CACHE = 'files'
/** A page that takes longer is begun with the shell, which loads the data itself. */
const PATIENCE = 3000
const AT_ONCE = 8
/** Addresses that are no pages: the API, its documentation, and what operators ask. */
const NO_PAGE = /^\/(api|socket|healthz|readyz|metrics)(\/|$)/

/** The files of one version, as the build lists them (vite.config.ts). */
export interface BuiltFiles {
  /** What every version of the shell loads first; tells which version a shell belongs to. */
  entry: string
  /** Kept from the start. */
  needed: readonly string[]
  /** Kept when they were used: the editor, and letters of other scripts. */
  others: readonly string[]
}

export interface Browser {
  caches: Pick<CacheStorage, 'open'>
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>
  origin: string
}

export interface Worker {
  /** Keeps the files of this version and its shell; fails as a whole, and is tried again at the next visit. */
  install: () => Promise<void>
  /** Removes what no version needs any more. */
  clean: () => Promise<void>
  /** Null for what the browser should do as if there were no worker. */
  respond: (request: Request, preloaded?: Promise<Response | undefined>) => Promise<Response> | null
}

export function createWorker({ entry, needed, others }: BuiltFiles, { caches, fetch, origin }: Browser): Worker {
  const open = (): Promise<Cache> => caches.open(CACHE)

  async function page(request: Request, preloaded?: Promise<Response | undefined>): Promise<Response> {
    const response = Promise.resolve(preloaded).then(early => early ?? fetch(request))
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
    // The same bytes, however they were compressed on their way.
    const kept = await cache.match(path, { ignoreVary: true })
    if (kept) return kept
    const response = await fetch(request)
    // A full disk is no reason to fail.
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
      if (request.mode === 'navigate') return NO_PAGE.test(url.pathname) ? null : page(request, preloaded)
      return isBuilt(url.pathname) || needed.includes(url.pathname) ? file(url.pathname, request) : null
    }
  }
}

/** Its name contains its content, so it never changes. */
function isBuilt(path: string): boolean {
  return path.startsWith('/assets/')
}

function after(ms: number): Promise<true> {
  return new Promise(resolve => setTimeout(resolve, ms, true))
}
