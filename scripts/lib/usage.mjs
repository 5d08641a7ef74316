/** Help of the scripts, printed before they do anything. */

/**
 * Prints the help of a script if its arguments request it, and exits.
 * @param {string} usage such as `npm test [-- WORD ...]`
 * @param {string} help sentences, one a line
 */
export function showsHelp(usage, help) {
  if (!process.argv.slice(2).some(isHelp)) return
  console.log(`Usage: ${usage}\n\n${help}`)
  process.exit(0)
}

/**
 * For a script without arguments: prints its help, or refuses the given argument.
 * @param {string} usage such as `npm start`
 * @param {string} help
 */
export function takesNothing(usage, help) {
  showsHelp(usage, help)
  const [given] = process.argv.slice(2)
  if (given === undefined) return
  console.error(`There is no argument ${given}. Usage: ${usage}`)
  process.exit(2)
}

/** @param {string} argument */
function isHelp(argument) {
  return argument === '--help' || argument === '-h'
}
