/** `npm run mail -- retry`: beside the running app, on its database while it is stopped, or on `DATABASE_URL`. */
import { openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/reach.ts'
import { runCommand } from '../lib/command.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { retryFailed } from './mail-rows.ts'

const words = process.argv.slice(2)

runCommand(config => {
  if (words.join(' ') !== 'retry') throw new OperatorError('Usage: npm run mail -- retry')
  return withDatabase(config, { older: false }, async connection => {
    const db = openDatabase(connection, { error: (_, text) => console.error(text) }, 2)
    try {
      process.stdout.write(`mails to send again: ${await retryFailed(db)}\n`)
    } finally {
      await db.$client.end()
    }
  })
})
