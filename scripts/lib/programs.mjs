/** Finds the servers and browsers that tests use, and installs missing ones. */
import { delimiter, join } from 'node:path'
import { installPackage, isProgram } from './run.mjs'

/**
 * @typedef {object} Program
 * @property {string[]} names any of these commands works
 * @property {string} package the package of Debian
 * @property {string} missing the message if the program is missing
 */

/** @satisfies {Record<string, Program>} */
export const PROGRAMS = {
  redis: {
    names: ['redis-server', 'valkey-server'],
    package: 'redis-server',
    missing:
      'There is no redis-server: what goes through Redis is not tested. Install the package redis-server or valkey.'
  },
  pgbouncer: {
    names: ['pgbouncer'],
    package: 'pgbouncer',
    missing: 'There is no pgbouncer: connecting through a pooler is not tested. Install the package pgbouncer.'
  },
  nginx: {
    names: ['nginx'],
    package: 'nginx-light',
    missing: 'There is no nginx: its configuration in docs/operations.md is not tested. Install the package nginx.'
  },
  firefox: {
    names: ['firefox-esr', 'firefox'],
    package: 'firefox-esr',
    missing: 'There is no Firefox: the page is not tested in it. Install the package firefox-esr.'
  },
  webkit: {
    names: ['WebKitWebDriver'],
    package: 'webkit2gtk-driver',
    missing: 'There is no WebKitWebDriver: the page is not tested in WebKit. Install the package webkit2gtk-driver.'
  },
  xvfb: {
    names: ['Xvfb'],
    package: 'xvfb',
    missing: 'There is no Xvfb, which WebKit draws on: the page is not tested in WebKit. Install the package xvfb.'
  }
}

/**
 * The path of the program on this machine, or undefined.
 * @param {keyof typeof PROGRAMS} key
 */
export function findProgram(key) {
  // An ordinary user's PATH lacks the folder of servers.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.flatMap(folder => PROGRAMS[key].names.map(name => join(folder, name))).find(isProgram)
}

/** Installs missing programs. Returns the messages for those that are still missing. */
export function installPrograms() {
  const keys = /** @type {(keyof typeof PROGRAMS)[]} */ (Object.keys(PROGRAMS))
  const missing = keys.filter(key => !findProgram(key))
  for (const key of missing) installPackage(key, '--no-install-recommends', PROGRAMS[key].package)
  return missing.filter(key => !findProgram(key)).map(key => PROGRAMS[key].missing)
}
