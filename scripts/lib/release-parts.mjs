/** The parts of a release that are computed from the lock file and package.json. */

/**
 * @typedef {import('./install.mjs').Package & { license?: string }} Package
 * @typedef {{ 'bom-ref'?: string, ref?: string, name: string, version: string, dependsOn?: string[] }} Component
 */

/**
 * The paths of the packages that the server needs, below the root of the project.
 * @param {Record<string, Package>} packages the packages of the lock file
 * @param {(path: string) => boolean} isPresent whether a package is installed here; most optional ones are for other
 *   systems
 */
export function productionPackages(packages, isPresent) {
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && isPresent(path))
    .map(([path]) => path)
}

/**
 * The commands of operators, as arguments of Node by name.
 * @param {Record<string, string>} scripts the scripts of package.json
 */
export function operatorCommands(scripts) {
  return Object.entries(scripts).flatMap(([name, script]) => {
    const [, file] = /scripts\/command\.mjs (\S+)$/.exec(script) ?? []
    return file ? [{ name, file }] : []
  })
}

/**
 * The script that starts the product and its commands. The folder of the data is where it is called.
 * @param {{ name: string, file: string }[]} commands
 * @param {readonly string[]} server the arguments of Node for the server
 * @param {Record<string, string>} env
 */
export function launcher(commands, [...server], env) {
  const main = server.pop()
  const exports = Object.entries(env).map(([name, value]) => `export ${name}="\${${name}:-${value}}"`)
  const others = commands.map(({ name }) => name).join(', ')
  return `#!/bin/sh
# Starts Challenge Hut, or runs one of its commands: start, ${others}.
set -e
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
${exports.join('\n')}
export HUT_PROGRAM="$0"
run() {
  exec "$here/bin/node" "$@"
}
command=\${1:-start}
[ $# -eq 0 ] || shift
case "$command" in
  start) run ${server.join(' ')} "$here/${main}" "$@" ;;
${commands.map(({ name, file }) => `  ${name}) run --import "$here/server/lib/quick-drizzle.ts" "$here/${file}" "$@" ;;`).join('\n')}
  help | --help | -h)
    echo "Usage: $0 [COMMAND]"
    echo "Without a command it starts. $0 COMMAND --help explains one of: ${others}."
    ;;
  *)
    echo "There is no command $command. Commands: start, ${others}." >&2
    exit 2
    ;;
esac
`
}

/**
 * Keeps only some components of a CycloneDX list, and names the product.
 * @template {{ metadata?: any, components?: any[], dependencies?: any[] }} List
 * @param {List} list
 * @param {Set<string>} kept such as `react@19.3.1`
 * @param {string} name the product
 * @returns {List}
 */
export function withComponents(list, kept, name) {
  const components = (list.components ?? []).filter(
    (/** @type {Component} */ { name, version, 'bom-ref': ref }) =>
      kept.has(`${name}@${version}`) || kept.has(ref ?? '')
  )
  const refs = new Set(components.map(component => component['bom-ref']))
  const dependencies = (list.dependencies ?? [])
    .filter(({ ref }, index) => index === 0 || refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((/** @type {string} */ to) => refs.has(to))
    }))
  const component = { ...list.metadata?.component, name }
  return { ...list, metadata: { ...list.metadata, component }, components, dependencies }
}

/**
 * The libraries in the built page, from the file of their licenses.
 * @param {string} licenses
 */
export function librariesOf(licenses) {
  return [...licenses.matchAll(/^## (\S+) - (\S+) \(/gm)].map(([, name, version]) => `${name}@${version}`)
}
