/**
 * `npm run admin -- reset [EMAIL]`: works next to the running app, on the database of a stopped one, or on
 * `DATABASE_URL`.
 */
import { openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/reach.ts'
import { runCommand } from '../lib/command.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { resetAdmin } from './admin.ts'

const USAGE = {
  usage: 'npm run admin -- reset [EMAIL]',
  help: `Gives the administrator a new password, and prints it. With several administrators, add the email.
Everything else that signs the administrator in ends. The product may run meanwhile.`,
  takes: [1, 2]
} as const

runCommand(USAGE, (config, [word, email]) => {
  if (word !== 'reset') throw new OperatorError(`There is no argument ${word}. Usage: ${USAGE.usage}`)
  return withDatabase(config, { older: false }, async connection => {
    const db = openDatabase(connection, { error: (_, text) => console.error(text) }, 2)
    try {
      const admin = await resetAdmin(db, email)
      process.stdout.write(`The password of ${admin.email} is now ${admin.password} (shown this once).\n`)
    } finally {
      await db.$client.end()
    }
  })
})
