/**
 * Runs the project's tools. `node_modules/.bin` comes first in PATH, so `node` is the Node 24 that the lock file
 * brings, whatever Node the machine has, and each tool is the one of the lock file.
 */
import { spawn, spawnSync } from 'node:child_process'
import { constants as access, accessSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Read first of all, since npm may end while we install. */
const parent = process.ppid
const underNpm = process.env.npm_lifecycle_event !== undefined
const aboveShell = underNpm && isShell(parent) ? parentOf(parent) : undefined

/**
 * How a tool is started.
 * @param {Record<string, string>} [extra] variables of the environment
 */
export function options(extra = {}) {
  const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  // What was compiled once is loaded from there, by every program that these start too: a start takes half the time.
  const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'compiled')
  // On Windows the tools are .cmd files, which only a shell starts.
  return { cwd: root, env: { ...process.env, PATH, NODE_COMPILE_CACHE, ...extra }, shell: process.platform === 'win32' }
}

/**
 * Runs a command to its end with our terminal; true when it succeeded.
 * @param {string} command
 * @param {string[]} [args]
 * @param {Record<string, string>} [env]
 */
export function succeeds(command, args = [], env = {}) {
  return spawnSync(command, args, { ...options(env), stdio: 'inherit' }).status === 0
}

/**
 * The same, while we do something else. What it prints comes in one piece when it has ended.
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
 * The same as `succeeds`, and the script ends when it failed.
 * @param {string} command
 * @param {string[]} [args]
 * @param {Record<string, string>} [env]
 */
export function must(command, args = [], env = {}) {
  const { status, signal } = spawnSync(command, args, { ...options(env), stdio: 'inherit' })
  if (status === 0) return
  console.error(`Failed: ${command} ${args.join(' ')}`)
  // Linux kills the largest process when memory runs out, and nobody else sends this one.
  if (signal === 'SIGKILL')
    console.error('It was killed, as happens when memory runs out: see "What it needs" in README.md.')
  process.exit(1)
}

/**
 * Becomes the command as far as others can tell: passes on signals, and ends as it ends.
 * @param {string} command
 * @param {string[]} [args]
 * @param {Record<string, string>} [env]
 */
export function become(command, args = [], env = {}) {
  // The fourth is a lifeline: it breaks when we are killed, and the server stops instead of living on unseen.
  const child = spawn(command, args, { ...options(env), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    // Ctrl-C in a terminal reaches the child by itself; sent again, it would be taken for impatience.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal))
  }
  // A SIGTERM that npm gets ends the shell between npm and us, which tells nobody; a SIGKILL leaves that shell alone.
  // (`exec` in the script would need no watching, but Windows has none; there a parent's id never changes, so this finds
  // nothing.)
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
 * Whether the process is the shell that npm starts for a script. Some shells become the script's program instead. Only
 * Linux tells.
 * @param {number} pid
 */
function isShell(pid) {
  return readOrEmpty(`/proc/${pid}/cmdline`).split('\0')[1] === '-c'
}

/** @param {number} pid */
function parentOf(pid) {
  const stat = readOrEmpty(`/proc/${pid}/stat`)
  // The name is in parentheses, and may contain any character. Behind it are the state and the parent.
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
 * Installs a package of Debian, where that is possible; true when it is there.
 * @param {string} name what a person calls it
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
