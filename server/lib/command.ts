/** What the commands for operators have in common: arguments, settings, and a failure in one line that ends with 2. */

import { type Config, readConfig } from './config.ts'
import { isUnreachable } from './database-errors.ts'
import { OperatorError } from './operator-error.ts'

export interface Usage {
  /** As a person types it: `npm run backup [-- FILE]`. */
  usage: string
  /** Sentences that say what it does, one a line. */
  help: string
  /** How many arguments it takes: from the first number to the second. */
  takes: readonly [number, number]
  /** The only arguments that it knows; any where absent. */
  words?: readonly string[]
}

export function runCommand(usage: Usage, work: (config: Config, args: string[]) => Promise<void>): void {
  Promise.resolve()
    .then(() => {
      const args = readArguments(usage, process.argv.slice(2))
      if (args) return work(readConfig(process.env), args)
      process.stdout.write(`Usage: ${usage.usage}\n\n${usage.help}\n`)
    })
    .catch((error: Error) => {
      // A program error keeps its stack; everything else is for the operator.
      console.error(isForOperator(error) ? lineOf(error) : error)
      process.exitCode = 2
    })
}

/**
 * Null when the person asks for help. `-` is the standard input or output.
 * @throws OperatorError for an argument that the command does not take
 * @internal
 */
export function readArguments({ usage, takes: [least, most], words }: Usage, args: readonly string[]): string[] | null {
  if (args.some(arg => arg === '--help' || arg === '-h')) return null
  const refuse = (reason: string) => new OperatorError(`${reason}. Usage: ${usage}`)
  for (const arg of args) {
    if (arg.startsWith('-') && arg !== '-') throw refuse(`There is no option ${arg}`)
    if (words && !words.includes(arg)) throw refuse(`There is no argument ${arg}`)
  }
  if (args.length < least) throw refuse('An argument is missing')
  if (args.length > most) throw refuse(`There is an argument too many: ${args[most]}`)
  return [...args]
}

function isForOperator(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return error instanceof OperatorError || isUnreachable(error) || code !== undefined
}

/** A name with two addresses fails with both reasons, and no text of its own. */
function lineOf(error: Error): string {
  return error instanceof AggregateError ? error.errors[0].message : error.message
}
