/** What the machine checks without running the product. All of them run, so that one look shows everything. */
import { succeeds } from './run.mjs'

const STEPS = [
  { name: 'types', command: 'tsc', args: [] },
  { name: 'format, lint and boundaries', command: 'biome', args: ['check', '--error-on-warnings'] },
  { name: 'unused files, exports and dependencies', command: 'knip', args: [] },
  // What only tests use is dead too, unless it is marked @internal.
  { name: 'unused without the tests', command: 'knip', args: ['--production'] }
]

/** @returns {string[]} the names of the steps that failed */
export function failedChecks() {
  return STEPS.filter(({ name, command, args }) => {
    const started = Date.now()
    console.log(`\n— ${name}`)
    const passed = succeeds(command, args)
    console.log(`${passed ? 'ok' : 'FAILED'}: ${name}, ${((Date.now() - started) / 1000).toFixed(1)} s`)
    return !passed
  }).map(step => step.name)
}
