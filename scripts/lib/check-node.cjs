/**
 * Loaded before every script (`node -r`), under whatever Node the machine has: in the JavaScript of 2009, so that an old
 * one gets here. npm leaves out the binaries of packages that do not support its Node, and the product then cannot start.
 */
var version = process.versions.node
var parts = version.split('.')
var major = Number(parts[0])
var minor = Number(parts[1])

if (!(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19))) {
  console.error(
    'Challenge Hut needs Node 20.19, 22.12 or later, and this is Node ' +
      version +
      ': install a newer one (https://nodejs.org), then run the same command again.'
  )
  process.exit(1)
}
