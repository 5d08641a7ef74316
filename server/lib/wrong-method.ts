/** A documented address that is asked with another method answers 405, and says which methods it has. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { texts } from './errors.ts'

/** Pages at any one or two words, such as a person's: they match what is meant for other calls. */
const ANYTHING = /^\/api\/:/

interface Address {
  pattern: RegExp
  methods: Set<string>
}

/** Returns what refuses a request whose address exists for other methods only; it says whether it did. */
export function refuseWrongMethods(
  app: FastifyInstance
): (method: string, url: string, reply: FastifyReply) => boolean {
  let addresses: Address[] | null = null
  const refuse = (method: string, url: string, reply: FastifyReply): boolean => {
    addresses ??= addressesOf(app.documented)
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
  // A read of what is there for writes alone would be taken for the name of a person.
  app.addHook('onRequest', (request, reply, done) => {
    if (!ANYTHING.test(request.routeOptions.url ?? '') || !refuse(request.method, request.url, reply)) done()
  })
  return refuse
}

function addressesOf(documented: FastifyInstance['documented']): Address[] {
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
