/**
 * `npm run admin -- …`: for an operator when nobody can get in. It works next to the running app, on the database of a
 * stopped one, or on `DATABASE_URL`.
 */
import { Role } from '../../domain/accounts/user.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/reach.ts'
import { dateAt } from '../lib/clock.ts'
import { runCommand } from '../lib/command.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { resetAdmin, setRoleOf, unlock } from './admin.ts'
import { listStaff } from './queries.ts'

const USAGE = {
  usage: 'npm run admin -- list | promote WHO | demote WHO | unlock WHO | reset [EMAIL]',
  help: `list      Shows admins and moderators.
promote   Makes someone an admin. WHO is a username or an email.
demote    Makes an admin or a moderator a member. The last admin stays one.
unlock    Lifts a suspension, and forgets failed attempts to sign in.
reset     Gives an admin a new password, and prints it. With several admins, add the email.
          Everything else that signs the admin in ends.
The product may run meanwhile.`,
  takes: [1, 2]
} as const

runCommand(USAGE, (config, [word, who]) =>
  withDatabase(config, { older: false }, async connection => {
    const db = openDatabase(connection, { error: (_, text) => console.error(text) }, 2)
    try {
      process.stdout.write(await run(db, word, who))
    } finally {
      await db.$client.end()
    }
  })
)

/** Runs one command. Returns what to print. */
async function run(db: Database, word: string | undefined, who: string | undefined): Promise<string> {
  const now = dateAt({ now: () => Date.now() })
  switch (word) {
    case 'list':
      return (await listStaff(db))
        .map(
          ({ username, email, role_id }) => `${role_id === Role.Admin ? 'admin' : 'moderator'} ${username} ${email}\n`
        )
        .join('')
    case 'reset': {
      const { email, password } = await resetAdmin(db, who)
      return `The password of ${email} is now ${password} (shown this once).\n`
    }
    case 'promote':
      return `${await setRoleOf(db, needed(who), Role.Admin, now)} is an admin now.\n`
    case 'demote':
      return `${await setRoleOf(db, needed(who), Role.Member, now)} is a member now.\n`
    case 'unlock':
      return `${await unlock(db, needed(who), now)} can sign in and use the account.\n`
    default:
      throw new OperatorError(`There is no argument ${word}. Usage: ${USAGE.usage}`)
  }
}

function needed(who: string | undefined): string {
  if (who === undefined) throw new OperatorError(`A username or an email is missing. Usage: ${USAGE.usage}`)
  return who
}
