/**
 * Runs the project's tools. `node_modules/.bin` comes first in PATH, so `node` and all tools have the versions of the
 * lock file on every machine.
 */
import { spawn, spawnSync } from 'node:child_process'
import { constants as access, accessSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Read at once, because npm may end during the install. */
const parent = process.ppid
const underNpm = process.env.npm_lifecycle_event !== undefined
const aboveShell = underNpm && isShell(parent) ? parentOf(parent) : undefined

/**
 * The options for starting a tool.
 * @param {Record<string, string>} [extra] environment variables
 */
export function options(extra = {}) {
  const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  // All programs that the tools start load compiled code from this cache, which halves the time of a start.
  const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'compiled')
  // On Windows the tools are .cmd files, which need a shell.
  return { cwd: root, env: { ...process.env, PATH, NODE_COMPILE_CACHE, ...extra }, shell: process.platform === 'win32' }
}

/**
 * Runs a command in our terminal until it ends. Returns whether it succeeded.
 * @param {string} command
 * @param {string[]} [args]
 * @param {Record<string, string>} [env]
 */
export function succeeds(command, args = [], env = {}) {
  return spawnSync(command, args, { ...options(env), stdio: 'inherit' }).status === 0
}

/**
 * Runs a command in the background. Returns its whole output when it ends.
 * @param {string} command
 * @param {string[]} [args]
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ passed: boolean, output: string }>}
 */
export function inBackground(command, args = [], env = {}) {
  const child = spawn(command, args, { ...options(env), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  }
  return new Promise(resolve => {
    child.on('error', error => resolve({ passed: false, output: `${output}${error.message}\n` }))
    child.on('close', code => resolve({ passed: code === 0, output }))
  })
}

/**
 * Like `succeeds`, but ends the script if the command fails.
 * @param {string} command
 * @param {string[]} [args]
 * @param {Record<string, string>} [env]
 */
export function must(command, args = [], env = {}) {
  const { status, signal } = spawnSync(command, args, { ...options(env), stdio: 'inherit' })
  if (status === 0) return
  console.error(`Failed: ${command} ${args.join(' ')}`)
  // Linux sends SIGKILL to the largest process when memory runs out, and nobody else sends it to this one.
  if (signal === 'SIGKILL')
    console.error('It was killed, as happens when memory runs out: see "What it needs" in README.md.')
  process.exit(1)
}

/**
 * Runs a command in place of this process: passes signals on, and exits with its code.
 * @param {string} command
 * @param {string[]} [args]
 * @param {Record<string, string>} [env]
 */
export function become(command, args = [], env = {}) {
  // The fourth pipe is a lifeline: it breaks when this process is killed, and the server then stops.
  const child = spawn(command, args, { ...options(env), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    // Ctrl-C in a terminal reaches the child directly. A second signal would mean "stop at once".
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal))
  }
  // A SIGTERM to npm ends the shell between npm and this process, but does not reach this process. A SIGKILL to npm
  // leaves that shell running. So this watches the parents. (`exec` in the script would make this unnecessary, but
  // Windows has no `exec`. There a parent's id never changes, so this never stops the child.)
  const watch = setInterval(() => {
    const isNpmThere = process.ppid === parent && (aboveShell === undefined || parentOf(parent) === aboveShell)
    if (!underNpm || isNpmThere) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 250)
  child.on('exit', (code, signal) => {
    clearInterval(watch)
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0)
  })
}

/**
 * Whether the process is the shell that npm starts for a script. Some shells replace themselves with the script's
 * program. Works only on Linux.
 * @param {number} pid
 */
function isShell(pid) {
  return readOrEmpty(`/proc/${pid}/cmdline`).split('\0')[1] === '-c'
}

/** @param {number} pid */
function parentOf(pid) {
  const stat = readOrEmpty(`/proc/${pid}/stat`)
  // The name is in parentheses and may contain any character. The state and the parent come after it.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** @param {string} file */
export function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Installs a package on Debian. Returns whether it is there.
 * @param {string} name the name for people
 * @param {string[]} args
 */
export function installPackage(name, ...args) {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return false
  console.log(`Installing ${name} ...`)
  return succeeds('apt-get', ['update']) && succeeds('apt-get', ['install', '-y', ...args])
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, access.X_OK)
    return true
  } catch {
    return false
  }
}
