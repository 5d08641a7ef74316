/**
 * For a script that takes no arguments: prints its help, or refuses what it was given.
 * @param {string} usage such as `npm start`
 * @param {string} help
 */
export function takesNothing(usage, help) {
  const [given] = process.argv.slice(2)
  if (given === undefined) return
  if (['--help', '-h'].includes(given)) console.log(`Usage: ${usage}\n\n${help}`)
  else console.error(`There is no argument ${given}. Usage: ${usage}`)
  process.exit(['--help', '-h'].includes(given) ? 0 : 2)
}
