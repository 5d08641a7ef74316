/** What the commands for operators have in common: settings, and a failure in one line that ends with 2. */
import { isUnreachable } from '../db/errors.ts'
import { type Config, readConfig } from './config.ts'
import { OperatorError } from './operator-error.ts'

export function runCommand(work: (config: Config) => Promise<void>): void {
  Promise.resolve()
    .then(() => work(readConfig(process.env)))
    .catch((error: Error) => {
      // A program error keeps its stack; everything else is for the operator.
      console.error(isForOperator(error) ? lineOf(error) : error)
      process.exitCode = 2
    })
}

function isForOperator(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return error instanceof OperatorError || isUnreachable(error) || code !== undefined
}

/** A name with two addresses fails with both reasons, and no text of its own. */
function lineOf(error: Error): string {
  return error instanceof AggregateError ? error.errors[0].message : error.message
}
