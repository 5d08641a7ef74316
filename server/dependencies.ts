/** What the app is built from. `main.ts` opens the real ones, `testing/` others; nothing is global. */

import type { Database } from './db/database.ts'
import type { Clock } from './lib/clock.ts'
import type { Config } from './lib/config.ts'
import type { Bus, Hub } from './realtime/hub.ts'

export interface Resources {
  db: Database
  /** Carries room events to the other nodes; in-process by default. */
  bus: Bus
  clock: Clock
  config: Config
  /**
   * The page's HTML, with the marks `<!--head-->` and `<!--embedded-->`; made for each request in development.
   * @param route the address as it is written in `client/route-table.ts`, such as `/sessions/:event`
   */
  shell: (url: string, route: string | undefined) => string | Promise<string>
  /** Folder of the built page, served at `/assets`; null where something else serves it. */
  assets: string | null
  /** Free bytes of the disk of the database; absent where the database is on another machine. */
  disk?: (() => Promise<number>) | null
}

/** What operations use: the resources, and how rooms are changed and told. */
export interface Dependencies extends Resources {
  hub: Hub
  /** Runs changes of one room one after another, and refuses when too many wait. */
  inTurn: <Value>(room: number, work: () => Promise<Value>) => Promise<Value>
}
