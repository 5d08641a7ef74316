/** What the app is built from. `main.ts` opens the real ones, `testing/` others; nothing is global. */

import type { ChildProcess } from 'node:child_process'
import type { RenderPage } from '../domain/app.ts'
import type { SessionState } from '../domain/sessions/session.ts'
import type { Provider } from './billing/provider.ts'
import type { Sandbox } from './billing/sandbox/server.ts'
import type { Database, Transaction } from './db/database.ts'
import type { Replica } from './db/replica.ts'
import type { Clock } from './lib/clock.ts'
import type { Config } from './lib/config.ts'
import type { Counters } from './lib/limits/counters.ts'
import type { TryRender, VisitorPages } from './lib/pages/visitor-pages.ts'
import type { Mailer } from './mail/message.ts'
import type { DrawPreview } from './previews/previews.ts'
import type { Bus } from './realtime/bus.ts'
import type { Hub } from './realtime/hub.ts'
import type { RecordEvent, SessionRow } from './realtime/room-rows.ts'
import type { PictureMaker } from './uploads/picture-maker.ts'
import type { Network } from './uploads/public-fetch.ts'
import type { Store } from './uploads/store.ts'

export interface Resources {
  db: Database
  /** For reads by `fromReplica`; absent where there is none. */
  replica?: Replica | null
  /** Carries room events to the other nodes; in-process by default. */
  bus: Bus
  clock: Clock
  config: Config
  /** What limits count with, together with the other nodes; in this process when it is not given. */
  counters?: Counters
  /**
   * The page's HTML, with the marks `<!--head-->`, `<!--root-->` and `<!--embedded-->`; made for each request in development.
   * @param route the address as it is written in `client/route-table.ts`, such as `/sessions/:event`
   */
  shell: (url: string, route: string | undefined) => string | Promise<string>
  /** Renders pages for visitors; absent where the browser makes them all. */
  render?: RenderPage | null
  /** Folder of the built page, served at `/assets`; null where something else serves it. */
  assets: string | null
  /** Where people pay: the real provider, or the sandbox. */
  provider: Provider
  /** The sandbox of this process; null where keys are set. */
  sandbox: Sandbox | null
  /** Free bytes of the disk of the database; absent where the database is on another machine. */
  disk?: (() => Promise<number>) | null
  /** Keeps the files of pictures. */
  store: Store
  /** From where pictures are copied. */
  network: Network
  /** Sends mails; made from the settings when it is not given. */
  mailer?: Mailer
  /** Starts the process that makes pictures; the usual one when it is not given. */
  startPictureWorker?: () => ChildProcess
}

/** What operations use: the resources, and how rooms are changed and told. */
export interface Dependencies extends Resources {
  hub: Hub
  rooms: Rooms
  counters: Counters
  mailer: Mailer
  pictures: PictureMaker
  drawPreview: DrawPreview
  /** Null where nothing is rendered. */
  tryRender: TryRender | null
  visitorPages: VisitorPages | null
}

/** How sessions are changed (`sessions/rooms.ts`). What is recorded in a transaction is told after its commit. */
export interface Rooms {
  /** A transaction that changes one session. `work` gets it locked and as it is by now: what was due has happened. */
  change: <Value>(
    id: number,
    work: (tx: Transaction, record: RecordEvent, session: SessionRow) => Promise<Value>
  ) => Promise<Value>
  /**
   * A transaction that itself locks what it changes.
   * @param id of the session that is locked first; null where several may be, or none
   */
  transact: <Value>(id: number | null, work: (tx: Transaction, record: RecordEvent) => Promise<Value>) => Promise<Value>
  /** Locks a session's row and returns it as it is by now. */
  lock: (tx: Transaction, record: RecordEvent, id: number) => Promise<SessionRow>
  /** Saves what a rule made of a locked session. What still runs in it stops when it ends. */
  save: (tx: Transaction, record: RecordEvent, session: SessionRow, state: SessionState) => Promise<SessionRow>
  /** Begins and ends what is late (D-82). Called twice, the second call finds nothing to do. */
  settle: (id: number) => Promise<void>
}
