import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../lib/config.ts'
import { fileMailer } from './files.ts'
import type { Mailer } from './message.ts'
import { smtpMailer } from './smtp.ts'

/** Messages leave to the server of `SMTP_URL`, or, where there is none, into files of their own. */
export function createMailer({ smtp, dataDir }: Pick<Config, 'smtp' | 'dataDir'>, log: FastifyBaseLogger): Mailer {
  return smtp ? smtpMailer(smtp, log) : fileMailer(`${dataDir}/mail`, log)
}
