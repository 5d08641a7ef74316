/**
 * What browsers are told to allow. The headers are the same for every response, so helmet is asked for them once, at the
 * start: asked for each request it took 35 µs. Where https is used, a browser is told to keep to it for half a year; this
 * is for this name alone, since others below it may belong to other programs.
 */
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { takesCards } from '../../../domain/billing/card-pages.ts'
import type { Config } from '../config.ts'

export function addSecurityHeaders(app: FastifyInstance, { development, appUrl, stripe }: Config): void {
  const of = (takesCards: boolean) => ({
    plain: securityHeaders(development, false, takesCards),
    https: securityHeaders(development, true, takesCards)
  })
  const [ordinary, paying] = [of(false), of(true)]
  const always = appUrl?.startsWith('https:') ?? false
  app.addHook('onRequest', (request, reply, done) => {
    const { plain, https } = stripe && takesCards(pathOf(request.url)) ? paying : ordinary
    void reply.headers(always || request.protocol === 'https' ? https : plain)
    done()
  })
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** No page uses these, so a script that got in can't either. */
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
    strictTransportSecurity: https ? { maxAge: 15_768_000, includeSubDomains: false } : false
  })
  setHeaders(request, response, error => {
    if (error) throw error
  })
  return { ...response.getHeaders(), 'permissions-policy': PERMISSIONS }
}

/** What the provider's script needs, as its documentation says; where no keys are set nobody needs it. */
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
      // The layout styles of the component library are inline.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // Of no other site, which would learn who reads what (D-141).
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      // `self` is the socket at our own address too. Vite's hot reload has a port of its own.
      connectSrc: [...(development ? ["'self'", 'ws:'] : ["'self'"]), ...connect],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"]
    }
  }
}
