/** Shared by the operators' commands: arguments, settings, and failures that print one line and exit with 2. */

import { asTyped } from './as-typed.ts'
import { type Config, readConfig } from './config.ts'
import { isUnreachable } from './database-errors.ts'
import { OperatorError } from './operator-error.ts'

export interface Usage {
  /** As a person types it: `npm run backup [-- FILE]`. */
  usage: string
  /** Sentences that say what the command does, one per line. */
  help: string
  /** The least and the most arguments. */
  takes: readonly [number, number]
  /** The allowed arguments; absent when any is allowed. */
  words?: readonly string[]
}

/** Runs a command of an operator and handles its errors. */
export function runCommand(usage: Usage, work: (config: Config, args: string[]) => Promise<void>): void {
  Promise.resolve()
    .then(() => {
      const args = readArguments(usage, process.argv.slice(2))
      if (args) return work(readConfig(process.env), args)
      process.stdout.write(`Usage: ${asTyped(usage.usage)}\n\n${usage.help}\n`)
    })
    .catch((error: Error) => {
      // A bug in the program is printed with its stack. Every other error gets one line.
      console.error(isForOperator(error) ? lineOf(error) : error)
      process.exitCode = 2
    })
}

/**
 * Checks the arguments. Returns null when the person asks for help. `-` is the standard input or output.
 * @throws OperatorError for an argument that the command does not take
 * @internal
 */
export function readArguments({ usage, takes: [least, most], words }: Usage, args: readonly string[]): string[] | null {
  if (args.some(arg => arg === '--help' || arg === '-h')) return null
  const refuse = (reason: string) => new OperatorError(`${reason}. Usage: ${asTyped(usage)}`)
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

/**
 * The message of an error. If a host name has two addresses, the error has no message of its own, so use the first
 * cause.
 */
function lineOf(error: Error): string {
  return error instanceof AggregateError ? error.errors[0].message : error.message
}
