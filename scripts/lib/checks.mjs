/** The checks that don't run the product. All of them run, so that one run shows all errors. */
import { inBackground } from './run.mjs'

const STEPS = [
  // Runs on one core beside the linter: several threads would check the same libraries several times. It needs 1.3 GB.
  // Garbage collection would take a fifth of its time, so it starts only at the limit.
  { name: 'types', command: 'tsc', args: ['--singleThreaded'], env: { GOGC: 'off', GOMEMLIMIT: '1500MiB' } },
  { name: 'format, lint and boundaries', command: 'biome', args: ['check', '--error-on-warnings'] },
  { name: 'the order of features', command: 'node', args: ['scripts/check-order.mjs'] },
  { name: 'the API document', command: 'node', args: ['scripts/check-api.mjs'] },
  { name: 'unused files, exports and dependencies', command: 'knip', args: [] },
  // Code that only tests use is dead too, unless it is marked @internal.
  { name: 'unused without the tests', command: 'knip', args: ['--production'] }
]

/**
 * Runs two steps at a time, because the smallest machine has two cores.
 * @param {() => Promise<void>} [other] work that runs first, as one of the two
 * @returns {Promise<string[]>} the names of the failed steps
 */
export async function failedChecks(other = async () => {}) {
  /** @type {string[]} */
  const failed = []
  const waiting = [...STEPS]
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { name, command, args, env } = step
      const started = Date.now()
      const { passed, output } = await inBackground(command, args, env)
      if (!passed) failed.push(name)
      console.log(
        `\n— ${name}\n${output}${passed ? 'ok' : 'FAILED'}: ${name}, ${((Date.now() - started) / 1000).toFixed(1)} s`
      )
    }
  }
  await Promise.all([work(), other().then(work)])
  return failed
}
