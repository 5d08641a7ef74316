/** `npm run mail -- retry`: works next to the running app, on the database of a stopped one, or on `DATABASE_URL`. */
import { openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/reach.ts'
import { runCommand } from '../lib/command.ts'
import { retryMails } from './mail-rows.ts'

const USAGE = {
  usage: 'npm run mail -- retry',
  help: 'Sends the mails again that were given up in the last 30 days.',
  takes: [1, 1],
  words: ['retry']
} as const

runCommand(USAGE, config => {
  return withDatabase(config, { older: false }, async connection => {
    const db = openDatabase(connection, { error: (_, text) => console.error(text) }, 2)
    try {
      process.stdout.write(`mails to send again: ${await retryMails(db)}\n`)
    } finally {
      await db.$client.end()
    }
  })
})
