/**
 * `npm run audit` checks the database while the app runs, while it is stopped, or with `DATABASE_URL`. With
 * `-- payments` it also compares every payment with the payment provider.
 */
import { pino } from 'pino'
import { Refused } from '../../domain/lib/refusal.ts'
import { checkChain } from '../audit-log/entry-rows.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/reach.ts'
import { runCommand } from '../lib/command.ts'
import type { Config } from '../lib/config.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { audit } from '../tokens/audit.ts'
import { keyedProvider, openSandbox, type Provider, sandboxProvider } from './provider.ts'
import { reasonOf } from './provider-calls.ts'
import { reconcile } from './reconcile.ts'

const USAGE = {
  usage: 'npm run audit [-- payments]',
  help: `Checks every balance, charge, running total and room. It changes nothing, and the product may run meanwhile.
With payments it also compares every payment with the payment provider.
It ends with 1 when it finds anything.`,
  takes: [0, 1],
  words: ['payments']
} as const

runCommand(USAGE, (config, [what]) => {
  return withDatabase(config, { older: false }, async connection => {
    const db = openDatabase(connection, { error: (_, text) => console.error(text) }, 2)
    try {
      // All checks read the same snapshot, because the app may write meanwhile.
      const { people, entries, findings } = await db.transaction(async tx => {
        const audited = await audit(tx)
        return { ...audited, findings: [...audited.findings, ...(await checkChain(tx))] }
      }, 'begin isolation level repeatable read read only')
      for (const finding of findings) print(finding)
      print(`ledger: ${people} people, ${entries} entries, ${findings.length} findings`)
      const differing = what === 'payments' ? await comparePayments(config, db) : 0
      process.exitCode = findings.length + differing > 0 ? 1 : 0
    } finally {
      await db.$client.end()
    }
  })
})

async function comparePayments({ stripe }: Config, db: Database): Promise<number> {
  const compare = async (provider: Provider): Promise<number> => {
    const { payments, findings } = await reconcile({ db, provider }).catch(error => {
      if (!(error instanceof Refused)) throw error
      throw new OperatorError(`The payment provider cannot be asked: ${reasonOf(error).split('\n')[0]}`)
    })
    for (const { text } of findings) print(text)
    print(`payments: ${payments} at the provider, ${findings.length} findings`)
    return findings.length
  }
  if (stripe) return compare(keyedProvider(stripe))
  const clock = { now: () => Date.now(), after: () => () => {} }
  const sandbox = await openSandbox({ db, clock, log: pino({ level: 'silent' }) })
  try {
    return await compare(sandboxProvider(sandbox))
  } finally {
    await sandbox.close()
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
