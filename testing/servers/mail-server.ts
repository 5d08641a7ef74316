/** A real mail server on this machine. It keeps received mails and refuses mails on request of a test. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServer {
  /** The value for `SMTP_URL`. */
  url: string
  /** The accepted mails. */
  received: ParsedMail[]
  /** The code with which it refuses a recipient, such as 550. */
  refuse: (address: string, code: number) => void
  /** Accepts every recipient from now on. */
  accept: () => void
  stop: () => Promise<void>
  /** Starts again at the same address. */
  start: () => Promise<void>
}

export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ParsedMail[] = []
  const refused = new Map<string, number>()
  let port = 0
  let server: SMTPServer
  const start = async (): Promise<void> => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        const responseCode = refused.get(address)
        done(responseCode ? Object.assign(new Error(`<${address}> is not wanted here`), { responseCode }) : null)
      },
      onData(stream, _session, done) {
        simpleParser(stream).then(
          mail => {
            received.push(mail)
            done()
          },
          error => done(error)
        )
      },
      ...options
    })
    // A disconnecting client is not an error of the server.
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    port = (server.server.address() as AddressInfo).port
  }
  await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (address, code) => void refused.set(address, code),
    accept: () => refused.clear(),
    stop: () => new Promise(done => server.close(() => done())),
    start
  }
}
