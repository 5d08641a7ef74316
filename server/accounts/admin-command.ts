/** `npm run admin -- reset [EMAIL]`: beside the running app, on its database while it is stopped, or on `DATABASE_URL`. */
import { openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/reach.ts'
import { runCommand } from '../lib/command.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { resetAdmin } from './admin.ts'

const [word, email, ...rest] = process.argv.slice(2)

runCommand(config => {
  if (word !== 'reset' || rest.length > 0) throw new OperatorError('Usage: npm run admin -- reset [EMAIL]')
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
