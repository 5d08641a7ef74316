/** Returns 405 for a documented address with another method, and names the allowed methods. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Documented } from '../documented.ts'
import { texts } from './errors.ts'

/** Pages whose path is any one or two words, such as a person's page. They match the addresses of other calls. */
const ANYTHING = /^\/api\/:/

type Call = Pick<Documented, 'method' | 'path'>

interface Address {
  pattern: RegExp
  methods: Set<string>
}

/**
 * Returns a function that refuses a request if its address exists only for other methods. It returns whether it
 * refused.
 */
export function refuseWrongMethods(
  app: FastifyInstance,
  documented: readonly Call[]
): (method: string, url: string, reply: FastifyReply) => boolean {
  let addresses: Address[] | null = null
  const refuse = (method: string, url: string, reply: FastifyReply): boolean => {
    addresses ??= addressesOf(documented)
    const [path = ''] = url.split('?')
    const found = addresses.filter(({ pattern }) => pattern.test(path))
    const allowed = [...new Set(found.flatMap(({ methods }) => [...methods]))]
    if (allowed.length === 0 || allowed.includes(method)) return false
    const allow = allowed.join(', ')
    void reply
      .status(405)
      .header('allow', allow)
      .send(texts(`This address takes ${allow} only.`))
    return true
  }
  // Without this, a GET to the address of a write would be taken for a person's page.
  app.addHook('onRequest', (request, reply, done) => {
    if (!ANYTHING.test(request.routeOptions.url ?? '') || !refuse(request.method, request.url, reply)) done()
  })
  return refuse
}

function addressesOf(documented: readonly Call[]): Address[] {
  const byPath = new Map<string, Set<string>>()
  for (const { method, path } of documented) {
    if (ANYTHING.test(path)) continue
    const methods = byPath.get(path) ?? new Set()
    byPath.set(path, methods.add(method))
    if (method === 'GET') methods.add('HEAD')
  }
  return [...byPath].map(([path, methods]) => ({ methods, pattern: patternOf(path) }))
}

function patternOf(path: string): RegExp {
  const segments = path
    .split('/')
    .map(part => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${segments.join('/')}/?$`)
}
