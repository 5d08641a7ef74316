import type { FastifyBaseLogger } from 'fastify'
import { createTransport, type NodemailerError } from 'nodemailer'
import { type Mailer, type Outcome, toNodemailer } from './message.ts'

const CONNECT_MS = 20_000
const SILENCE_MS = 60_000

/**
 * Sends over a connection of its own each time. A server on another machine gets a password over TLS only; one on this
 * machine needs none, and its certificate is rarely one that could be checked.
 */
export function smtpMailer(url: URL, log: FastifyBaseLogger): Mailer {
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const secure = url.protocol === 'smtps:'
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined
  const transport = createTransport({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    ...(isHere ? { ignoreTLS: true } : { requireTLS: auth !== undefined }),
    // Without it, a server that offers no login would be asked to relay, and refuse each mail for good.
    ...(auth ? { auth, forceAuth: true } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS
  })
  return {
    async send(message, signal) {
      try {
        await transport.sendMail({ ...toNodemailer(message), signal })
        log.info({ message: message.id }, 'mail sent')
        return { type: 'sent' }
      } catch (error) {
        return outcomeOf(error as NodemailerError)
      }
    },
    forget: async () => {}
  }
}

/** The texts of errors name addresses, so only codes are told. */
function outcomeOf({
  code = 'unknown',
  originalCode,
  command = '',
  responseCode,
  permanent
}: NodemailerError): Outcome {
  const reason = [originalCode ?? code, command, responseCode].filter(Boolean).join(' ')
  // No server takes an address like that.
  if (code === 'EENVELOPE' && command === 'API') return { type: 'refused', reason }
  // 421 closes the connection, and what comes before the recipient concerns all mails.
  const isAboutThisOne = ['RCPT TO', 'DATA'].includes(command) && responseCode !== undefined && responseCode !== 421
  if (!isAboutThisOne) return { type: 'outage', reason }
  return { type: permanent ? 'refused' : 'put off', reason }
}
