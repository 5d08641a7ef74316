import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../lib/config.ts'
import { fileMailer } from './files.ts'
import type { Mailer } from './message.ts'
import { smtpMailer } from './smtp.ts'

/** Sends messages to the server of `SMTP_URL`, or writes each into a file if there is none. */
export function createMailer({ smtp, dataDir }: Pick<Config, 'smtp' | 'dataDir'>, log: FastifyBaseLogger): Mailer {
  return smtp ? smtpMailer(smtp, log) : fileMailer(`${dataDir}/mail`, log)
}
