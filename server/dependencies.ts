/**
 * The parts from which the app is built. `main.ts` opens the real ones, and `testing/` opens others. Nothing is global.
 */

import type { ChildProcess } from 'node:child_process'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClientConfig } from 'pg'
import type { Registry } from 'prom-client'
import type { User } from '../domain/accounts/user.ts'
import type { RenderPage } from '../domain/app.ts'
import type { LimitedAccount } from '../domain/lib/first-day.ts'
import type { SessionState } from '../domain/sessions/session.ts'
import type { PageCalls, Provider } from './billing/provider.ts'
import type { Database, Transaction } from './db/database.ts'
import type { Replica } from './db/replica.ts'
import type { Clock } from './lib/clock.ts'
import type { Config } from './lib/config.ts'
import type { Documented } from './lib/documented.ts'
import type { Amounts } from './lib/limits/allowances.ts'
import type { Counters } from './lib/limits/counters.ts'
import type { TryRender, VisitorPages } from './lib/pages/visitor-pages.ts'
import type { SignedIn } from './lib/signed-in.ts'
import type { Mailer } from './mail/message.ts'
import type { DrawPreview } from './previews/previews.ts'
import type { Bus } from './realtime/bus.ts'
import type { Hub } from './realtime/hub.ts'
import type { RecordEvent, SessionRow } from './realtime/room-rows.ts'
import type { PictureMaker } from './uploads/picture-maker.ts'
import type { Network } from './uploads/public-fetch.ts'
import type { Store } from './uploads/store.ts'

/** The parts that are opened outside the app. */
export interface Resources {
  db: Database
  /** How daily backups connect to the database; absent when the app makes none. */
  connection?: ClientConfig
  /** For reads through `fromReplica`; absent without a replica. */
  replica?: Replica | null
  /** Carries room events to the other nodes; in-process by default. */
  bus: Bus
  clock: Clock
  config: Config
  /** The counters of limits, shared with the other nodes; in this process by default. */
  counters?: Counters
  /**
   * The page's HTML with the marks `<!--head-->`, `<!--root-->` and `<!--embedded-->`. In development it is made for
   * each request.
   * @param route the pattern of the address in `client/route-table.ts`, such as `/sessions/:event`
   */
  shell: (url: string, route: string | undefined) => string | Promise<string>
  /** Renders pages for visitors; absent when the browser renders all pages. */
  render?: RenderPage | null
  /** The folder of the built page, served at `/assets`; null when Vite serves the sources. */
  assets: string | null
  /** The payment provider: the real one or the sandbox. */
  provider: Provider
  /** The calls of pages to the sandbox of this process; null without a sandbox. */
  sandbox: PageCalls | null
  /** Returns the free bytes on the database's disk; absent when the database is on another machine. */
  disk?: (() => Promise<number>) | null
  /** Stores the files of pictures. */
  store: Store
  /** The network from which pictures are copied. */
  network: Network
  /** Sends mails; created from the settings by default. */
  mailer?: Mailer
  /** Starts the process that makes pictures; the usual process by default. */
  startPictureWorker?: () => ChildProcess
}

/** The dependencies of routes and operations: the resources and the parts that the app itself creates. */
export interface Dependencies extends Resources {
  /** Sets `request.viewer` from the login cookie, and renews the login from time to time. */
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** The viewer as their own page shows them; null for a visitor. */
  getMe: (viewer: SignedIn | null) => Promise<User | null>
  /** Adds a call of this feature to the API document. */
  document: (call: Omit<Documented, 'tag' | 'subject'>) => void
  /** Takes from a person's allowances, or refuses with 429. */
  take: (person: LimitedAccount, amounts: Amounts) => Promise<void>
  /** The registry of `/metrics`. Features add their own metrics. */
  metrics: Registry
  /** Arms a session whose next start or end may come before the next look of the sweep. */
  expectSession: (id: number, due: number) => void
  /** Starts to handle the waiting events of the payment provider. */
  handleEvents: () => void
  /** Sends the mails that are due now. */
  sendMails: () => void
  /** Whether this node is stopping, so that a balancer sends nobody here. */
  isDraining: () => boolean
  hub: Hub
  rooms: Rooms
  counters: Counters
  mailer: Mailer
  pictures: PictureMaker
  drawPreview: DrawPreview
  /** Null when nothing is rendered. */
  tryRender: TryRender | null
  visitorPages: VisitorPages | null
}

/** Changes sessions (`sessions/rooms.ts`). Events recorded in a transaction are sent after its commit. */
export interface Rooms {
  /** Runs a transaction that changes one session. `work` gets the locked session after everything due has happened. */
  change: <Value>(
    id: number,
    work: (tx: Transaction, record: RecordEvent, session: SessionRow) => Promise<Value>
  ) => Promise<Value>
  /**
   * Runs a transaction that locks its rows itself.
   * @param id the session that is locked first; null for several or none
   */
  transact: <Value>(id: number | null, work: (tx: Transaction, record: RecordEvent) => Promise<Value>) => Promise<Value>
  /** Locks a session's row and returns it after everything due has happened. */
  lock: (tx: Transaction, record: RecordEvent, id: number) => Promise<SessionRow>
  /** Saves the state that a rule returned for a locked session. If the session ends, its running logs stop. */
  save: (tx: Transaction, record: RecordEvent, session: SessionRow, state: SessionState) => Promise<SessionRow>
  /** Sends a person's new username to every room that they have joined. A second call makes open pages load again. */
  rename: (userId: number, from: string, to: string) => Promise<void>
  /** Starts and ends what is overdue (D-82). A second call finds nothing to do. */
  settle: (id: number) => Promise<void>
}
