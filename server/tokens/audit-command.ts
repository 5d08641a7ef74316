/** `npm run audit`: beside the running app, on its database while it is stopped, or on `DATABASE_URL`. */
import { openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/reach.ts'
import { runCommand } from '../lib/command.ts'
import { audit } from './audit.ts'

runCommand(config =>
  withDatabase(config, { older: false }, async connection => {
    const db = openDatabase(connection, { error: (_, text) => console.error(text) }, 1)
    try {
      // One snapshot for all checks: the app may be writing.
      const { people, entries, findings } = await db.transaction(
        tx => audit(tx),
        'begin isolation level repeatable read read only'
      )
      for (const finding of findings) print(finding)
      print(`ledger: ${people} people, ${entries} entries, ${findings.length} findings`)
      process.exitCode = findings.length > 0 ? 1 : 0
    } finally {
      await db.$client.end()
    }
  })
)

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
