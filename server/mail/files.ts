import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type Mailer, toNodemailer } from './message.ts'

/** Writes each message into a file that mail programs open. Only the user of this process can read it. */
export function fileMailer(folder: string, log: FastifyBaseLogger): Mailer {
  return {
    async send(message) {
      // Uses the same name each time, so that a repeated mail is one file.
      const path = join(folder, `${timeOf(message.date)}-${message.id.slice(0, 8)}.eml`)
      // Loaded with the first message.
      const { createTransport } = await import('nodemailer')
      try {
        const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
        const { message: content } = await transport.sendMail(toNodemailer(message))
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(`${path}.part`, content, { mode: 0o600 })
        await rename(`${path}.part`, path)
        log.info({ path }, 'mail written into a file, because there is no SMTP_URL')
        return { type: 'sent' }
      } catch (error) {
        return { type: 'outage', reason: (error as NodeJS.ErrnoException).code ?? 'unknown' }
      }
    },
    async forget(before) {
      const names = await readdir(folder).catch(() => [])
      const old = names.filter(name => /\.eml(?:\.part)?$/.test(name) && name < timeOf(before))
      await Promise.all(old.map(name => rm(join(folder, name), { force: true })))
    }
  }
}

/** "2026-03-02T090000Z", which sorts by time. */
function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(':', '')}Z`
}
