/**
 * Runs the PostgreSQL that comes with the app. It starts after any crash, restarts if it dies, stops with the app, and
 * serves one app at a time.
 */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, realpath, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Connection, chooseAddress, connectionTo } from './address.ts'
import { SecondAppError, takeLock } from './app-lock.ts'
import { findBinaries } from './binaries.ts'
import { makeDataFolder } from './data-folder.ts'
import { chooseIdentity, giveFolder } from './identity.ts'
import type { Server } from './server.ts'
import { takeOver } from './takeover.ts'

export interface Postgres {
  connection: Connection
  /** Resolves when another app took the folder while PostgreSQL was down. Then this app must end. */
  lost: Promise<Error>
  /** Does a fast shutdown, which rolls back open transactions. */
  stop(): Promise<void>
}

interface Options {
  /** The data folder. The first start creates it. */
  folder: string
  /** Settings that override the usual ones. Tests turn off crash safety to be faster. */
  settings?: readonly string[]
  /** Receives the output of PostgreSQL. */
  log?: (line: string) => void
}

/** Starts PostgreSQL. Rejects with one line for the operator when it cannot start or another app uses the folder. */
export async function startPostgres({ folder: given, settings = [], log = () => {} }: Options): Promise<Postgres> {
  const folder = await canonical(given)
  const identity = await chooseIdentity(await findBinaries(), folder)
  await makeDataFolder(folder, identity)
  if (identity.owner) await giveFolder(folder, identity.owner)
  const address = await chooseAddress(folder, identity.owner)
  const connection = await connectionTo(address, folder)
  const ending = new AbortController()
  const ended = once(ending.signal, 'abort')
  const launch = { folder, identity, address, settings, log, ending: ending.signal }
  const started = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<Error>()

  const supervision = supervise()
  await Promise.race([started.promise, failed.promise.then(error => Promise.reject(error))])
  return {
    connection,
    lost: failed.promise,
    async stop() {
      ending.abort()
      await supervision
      if (address.socketFolder !== folder) await rmdir(address.socketFolder).catch(() => {})
    }
  }

  async function supervise(): Promise<void> {
    let server: Server | undefined
    while (!ending.signal.aborted) {
      try {
        if (!server?.isRunning()) server = await takeOver(launch)
        const lock = await takeLock(connection)
        started.resolve()
        await Promise.race([server.exited, lock.lost, ended])
        if (ending.signal.aborted) break
        await lock.release()
        // A connection ends some milliseconds before its killed server does.
        await Promise.race([server.exited, setTimeout(50)])
        log('PostgreSQL ended and is started again.')
      } catch (error) {
        if (ending.signal.aborted) break
        if (error instanceof SecondAppError || !server) return failed.resolve(error as Error)
        log(String(error))
        await Promise.race([setTimeout(1000), ended])
      }
    }
    await server?.exited
  }
}

/** The real path of a folder, so that links to it use the same lock. Creates its parent. */
async function canonical(folder: string): Promise<string> {
  const path = resolve(folder)
  if (existsSync(path)) return realpath(path)
  await mkdir(dirname(path), { recursive: true })
  return join(await realpath(dirname(path)), basename(path))
}
