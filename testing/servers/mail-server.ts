/** A real mail server on this machine, which keeps what it is sent and refuses what a test wants refused. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServer {
  /** For `SMTP_URL`. */
  url: string
  /** What it has accepted. */
  received: ParsedMail[]
  /** What it replies to a recipient instead of accepting it, such as 550. */
  refuse: (address: string, code: number) => void
  /** From now on it refuses nobody. */
  accept: () => void
  stop: () => Promise<void>
  /** Again, at the same address. */
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
    // A client that goes away is no fault of the server's.
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
