import type { FastifyBaseLogger } from 'fastify'
import type { NodemailerError } from 'nodemailer'
import { type Mailer, type Outcome, toNodemailer } from './message.ts'
import { connectionOf } from './smtp-connection.ts'

/** Sends each message over a new connection. The library is loaded with the first message. */
export function smtpMailer(url: URL, log: FastifyBaseLogger): Mailer {
  const connection = connectionOf(url)
  return {
    async send(message, signal) {
      const { createTransport } = await import('nodemailer')
      try {
        await createTransport(connection).sendMail({ ...toNodemailer(message), signal })
        log.info({ message: message.id }, 'mail sent')
        return { type: 'sent' }
      } catch (error) {
        return outcomeOf(error as NodemailerError)
      }
    },
    forget: async () => {}
  }
}

/** Error texts contain addresses, so only codes are passed on. */
function outcomeOf({
  code = 'unknown',
  originalCode,
  command = '',
  responseCode,
  permanent
}: NodemailerError): Outcome {
  const reason = [originalCode ?? code, command, responseCode].filter(Boolean).join(' ')
  // No server accepts such an address.
  if (code === 'EENVELOPE' && command === 'API') return { type: 'refused', reason }
  // 421 closes the connection, and errors before the recipient concern all mails.
  const isAboutThisOne = ['RCPT TO', 'DATA'].includes(command) && responseCode !== undefined && responseCode !== 421
  if (!isAboutThisOne) return { type: 'outage', reason }
  return { type: permanent ? 'refused' : 'put off', reason }
}
