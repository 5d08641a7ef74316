/**
 * npm run vulnerabilities: asks the registry of npm whether a known vulnerability concerns a package of the server. It
 * succeeds without a network and with a registry that does not answer this question.
 */
import { spawnSync } from 'node:child_process'
import { options } from './lib/run.mjs'
import { takesNothing } from './lib/usage.mjs'
import { verdictOf } from './lib/verdict.mjs'

takesNothing(
  'npm run vulnerabilities',
  'Looks up known vulnerabilities of the installed packages. It ends with 1 if a package of the server has a serious one.'
)

const PATIENCE_MS = 60_000

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0'], {
  ...options(),
  encoding: 'utf8',
  timeout: PATIENCE_MS,
  killSignal: 'SIGKILL'
})
const { lines, isSerious } = verdictOf(stdout ?? '')
for (const line of lines) console.log(line)
process.exitCode = isSerious ? 1 : 0
