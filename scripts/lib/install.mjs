/**
 * Makes `node_modules` agree with the lock file. What is installed is read from npm's own record of it, so a
 * plain `npm install` by hand counts too, and an install that was stopped half-way (npm writes the record last) does not.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, root, succeeds } from './run.mjs'

/** @param {{ dev: boolean }} needs whether what only builds and tests the product is needed too */
export function install({ dev } = { dev: true }) {
  if (!isInstalled(dev)) {
    console.log('Installing the dependencies ...')
    // NODE_ENV=production would leave out what builds the page.
    must('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])
  }
  if (!hasNode()) {
    // The package `node` fetches its program in an install script, which some machines skip.
    succeeds('npm', ['rebuild', 'node'])
    if (!hasNode()) {
      console.error('Node 24 could not be installed: allow the install script of the package "node", or use Node 24.')
      process.exit(1)
    }
  }
}

/** @param {boolean} dev */
function isInstalled(dev) {
  const wanted = packages('package-lock.json')
  const present = packages(join('node_modules', '.package-lock.json'))
  // Optional packages are for one system each; npm leaves out the others.
  return Object.entries(wanted).every(
    ([path, wish]) =>
      path === '' ||
      wish.optional ||
      (!dev && (wish.dev || wish.devOptional)) ||
      present[path]?.version === wish.version
  )
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>}
 */
function packages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return {}
  }
}

/** Whether `node`, as the tools find it, is new enough; asked of the file first, since starting it takes 40 ms. */
function hasNode() {
  const local = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(local)) return true
  return Number(process.versions.node.split('.')[0]) >= 24
}
