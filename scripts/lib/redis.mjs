/** Finds a Redis for the tests, and installs one where there is none. */
import { delimiter, join } from 'node:path'
import { installPackage, isProgram } from './run.mjs'

/** Either will do. */
const NAMES = ['redis-server', 'valkey-server']
export const NO_REDIS =
  'There is no redis-server: what goes through Redis is not tested. Install the package redis-server or valkey.'

/** The path of the machine's Redis or Valkey, or undefined. */
export function findRedis() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap(folder => NAMES.map(name => join(folder, name))).find(isProgram)
}

/** Whether there is one now. */
export function installRedis() {
  if (!findRedis()) installPackage('Redis', '--no-install-recommends', 'redis-server')
  return findRedis() !== undefined
}
