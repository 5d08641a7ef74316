/**
 * Sets the security headers. They are the same for every response, so helmet builds them once at the start. For each
 * request it took 35 µs. With https, browsers must use https for a year, for this host name only, because subdomains may
 * belong to other programs.
 */
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { takesCards } from '../../../domain/billing/card-pages.ts'
import type { Config } from '../config.ts'

/** Adds the headers to every response. */
export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const { development, stripe } = config
  const of = (takesCards: boolean) => ({
    plain: securityHeaders(development, false, takesCards),
    https: securityHeaders(development, true, takesCards)
  })
  const [ordinary, paying] = [of(false), of(true)]
  const always = isHttps(config)
  app.addHook('onRequest', (request, reply, done) => {
    const { plain, https } = stripe && takesCards(pathOf(request.url)) ? paying : ordinary
    void reply.headers(always || request.protocol === 'https' ? https : plain)
    done()
  })
}

/** The headers of a response that no hook sees, because its request was refused before it had a route. */
export function headersWithoutRoute(config: Config): OutgoingHttpHeaders {
  return securityHeaders(config.development, isHttps(config), false)
}

const isHttps = ({ appUrl }: Config): boolean => appUrl?.startsWith('https:') ?? false

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** No page uses these features, so an injected script cannot use them either. */
const PERMISSIONS = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone'],
  ...['midi', 'serial', 'usb']
]
  .map(name => `${name}=()`)
  .join(', ')

function securityHeaders(development: boolean, https: boolean, takesCards: boolean): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const setHeaders = helmet({
    contentSecurityPolicy: contentSecurityPolicy(development, takesCards),
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false
  })
  setHeaders(request, response, error => {
    if (error) throw error
  })
  return { ...response.getHeaders(), 'permissions-policy': PERMISSIONS }
}

/** The addresses that the provider's script needs, from its documentation. They are allowed only when keys are set. */
const PROVIDER = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com']
}

function contentSecurityPolicy(development: boolean, takesCards: boolean) {
  const { script, frame, connect } = takesCards ? PROVIDER : { script: [], frame: [], connect: [] }
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // Vite's hot reload needs an inline script, in development only.
      scriptSrc: [...(development ? ["'self'", "'unsafe-inline'"] : ["'self'"]), ...script],
      ...(frame.length > 0 ? { frameSrc: ["'self'", ...frame] } : {}),
      // The component library uses inline styles.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // No pictures from other sites, which would learn who reads what (D-141).
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      // `self` includes the socket at our own address. Vite's hot reload uses another port.
      connectSrc: [...(development ? ["'self'", 'ws:'] : ["'self'"]), ...connect],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"]
    }
  }
}
