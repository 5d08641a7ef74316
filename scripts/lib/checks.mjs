/** What the machine checks without running the product. All of them run, so that one look shows everything. */
import { inBackground } from './run.mjs'

const STEPS = [
  // On one core beside the linter: its threads would check the same libraries several times. It needs 1.3 GB in all;
  // collecting garbage on the way is a fifth of its time, and begins at the limit only.
  { name: 'types', command: 'tsc', args: ['--singleThreaded'], env: { GOGC: 'off', GOMEMLIMIT: '1500MiB' } },
  { name: 'format, lint and boundaries', command: 'biome', args: ['check', '--error-on-warnings'] },
  { name: 'the API document', command: 'node', args: ['scripts/check-api.mjs'] },
  { name: 'unused files, exports and dependencies', command: 'knip', args: [] },
  // What only tests use is dead too, unless it is marked @internal.
  { name: 'unused without the tests', command: 'knip', args: ['--production'] }
]

/**
 * Two at a time, which is what the smallest machine has cores for.
 * @param {() => Promise<void>} [other] what else is done meanwhile, first and as one of the two
 * @returns {Promise<string[]>} the names of the steps that failed
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
