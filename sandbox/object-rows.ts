/** Stores the objects of the sandbox in the database, and the events about their changes. */
import { randomInt } from 'node:crypto'
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Database, Transaction } from '../server/db/database.ts'
import { sandboxObjects, sandboxResponses } from '../server/db/schema/billing-sandbox.ts'
import type { Behaviour } from './cards.ts'
import { missing } from './faults.ts'
import type { Range } from './form.ts'

/** The kinds of objects, by the value of their field `object`. A reference is stored as an id. */
export interface Kinds {
  /** The keys of the sandbox. No call returns them. */
  account: { id: string }
  charge: Stripe.Charge
  customer: Stripe.Customer
  dispute: Stripe.Dispute
  event: Stripe.EventBase
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  price: Stripe.Price
  product: Stripe.Product
  refund: Stripe.Refund
  setup_intent: Stripe.SetupIntent
  subscription: Stripe.Subscription
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock
}
export type Kind = keyof Kinds

/** Stored fields that no call returns. */
interface Hidden {
  keys?: { secret: string; publishable: string; webhook: string }
  /** How the card behaves when it is charged. */
  behaviour?: Behaviour
  /** The person authenticated when the card was saved. */
  isSetUp?: boolean
  /** A card that was charged without being saved, or was detached, cannot be used again. */
  isUsed?: boolean
  /** The invoice that a payment intent pays. */
  invoice?: string
  /** The payment intent of an invoice. */
  intent?: string
  /** How often an event was sent. */
  tries?: number
}

export interface Row<K extends Kind> {
  kind: K
  data: Kinds[K]
  hidden: Hidden
  clock: string | null
  due: number | null
}

type Stored = typeof sandboxObjects.$inferSelect

const rowOf = <K extends Kind>({ kind, data, hidden, clock, due }: Stored): Row<K> => ({
  kind: kind as K,
  data: data as Kinds[K],
  hidden: hidden as Hidden,
  clock,
  due
})

/** `Object.assign` with checked field types. */
export function set<Value extends object>(value: Value, change: Partial<Value>): void {
  Object.assign(value, change)
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits that nobody can guess. */
export function secretText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** A new id with the prefix of its kind. */
export const makeId = (prefix: string): string => `${prefix}_${secretText(24)}`

/** The paging parameters of a list. */
export interface Page {
  limit: number
  starting_after?: string
  ending_before?: string
  created?: Range
}

/** Reads and writes objects within one transaction, or for one read. */
export class Store {
  readonly tx: Transaction | Database
  /** The app's clock, in seconds. */
  readonly now: number
  /** The times of the test clocks that this store has read or moved. */
  private readonly times = new Map<string, number>()

  constructor(tx: Transaction | Database, now: number) {
    this.tx = tx
    this.now = now
  }

  /** Returns null when there is no such object. */
  async find<K extends Kind>(kind: K, id: string): Promise<Row<K> | null> {
    const [row] = await this.tx.select().from(sandboxObjects).where(eq(sandboxObjects.id, id))
    return row && row.kind === kind ? rowOf<K>(row) : null
  }

  /**
   * Returns one object.
   * @param param the parameter that names the object, or `id` for the address
   * @throws Fault when there is none
   */
  async get<K extends Kind>(kind: K, id: string, param = 'id'): Promise<Row<K>> {
    return (await this.find(kind, id)) ?? Promise.reject(missing(kind.replace(/.*\./, ''), id, param))
  }

  /** Returns the objects with these ids. The caller takes the ids from stored objects, so they exist. */
  async getAll<K extends Kind>(kind: K, ids: string[]): Promise<Row<K>[]> {
    const rows = await this.tx.select().from(sandboxObjects).where(inArray(sandboxObjects.id, ids))
    return rows.filter(row => row.kind === kind).map(row => rowOf<K>(row))
  }

  /** Lists objects, newest first. @param filter JSON that their data must contain */
  async list<K extends Kind>(kind: K, filter: object, page?: Page, also?: SQL): Promise<Row<K>[]> {
    const { seq, created } = sandboxObjects
    const cursor = page?.starting_after ?? page?.ending_before
    const name = page?.starting_after ? 'starting_after' : 'ending_before'
    const [at] = cursor
      ? await this.tx
          .select({ seq })
          .from(sandboxObjects)
          .where(and(eq(sandboxObjects.id, cursor), eq(sandboxObjects.kind, kind)))
      : []
    if (cursor && !at) throw missing(kind, cursor, name)
    const isBack = Boolean(page?.ending_before)
    const range = page?.created ?? {}
    const query = this.tx
      .select()
      .from(sandboxObjects)
      .where(
        and(
          eq(sandboxObjects.kind, kind),
          Object.keys(filter).length > 0 ? sql`${sandboxObjects.data} @> ${JSON.stringify(filter)}::jsonb` : undefined,
          at && (isBack ? gt(seq, at.seq) : lt(seq, at.seq)),
          range.gt === undefined ? undefined : gt(created, range.gt),
          range.gte === undefined ? undefined : gte(created, range.gte),
          range.lt === undefined ? undefined : lt(created, range.lt),
          range.lte === undefined ? undefined : lte(created, range.lte),
          also
        )
      )
      .orderBy(isBack ? asc(seq) : desc(seq))
    const rows = await (page ? query.limit(page.limit + 1) : query)
    return rows.map(row => rowOf<K>(row))
  }

  /** A condition for `list`: a field has one of these values. */
  isOneOf(field: string, values: string[]): SQL {
    return sql`${sandboxObjects.data} ->> ${field} = any(${sql.param(values)}::text[])`
  }

  /** A condition for `list`: a field has none of these values. */
  isNoneOf(field: string, values: string[]): SQL {
    return sql`${sandboxObjects.data} ->> ${field} <> all(${sql.param(values)}::text[])`
  }

  /** Stores a new object. */
  async add<K extends Kind>(
    kind: K,
    data: Kinds[K],
    { hidden = {}, clock = null, due = null }: Partial<Omit<Row<K>, 'kind' | 'data'>> = {}
  ): Promise<Row<K>> {
    const created = await this.time(clock)
    await this.tx.insert(sandboxObjects).values({ id: data.id, kind, data, hidden, clock, created, due })
    return { kind, data, hidden, clock, due }
  }

  /** Saves a changed object. */
  async save<K extends Kind>({ data, hidden, due }: Row<K>): Promise<void> {
    await this.tx.update(sandboxObjects).set({ data, hidden, due }).where(eq(sandboxObjects.id, data.id))
  }

  /** Deletes an object. */
  async remove(id: string): Promise<void> {
    await this.tx.delete(sandboxObjects).where(eq(sandboxObjects.id, id))
  }

  /** The time by a test clock, or by the app's clock where there is none. */
  async time(clock: string | null): Promise<number> {
    if (clock === null) return this.now
    const known = this.times.get(clock)
    if (known !== undefined) return known
    const { data } = await this.get('test_helpers.test_clock', clock)
    this.times.set(clock, data.frozen_time)
    return data.frozen_time
  }

  /** Sets the time of a test clock for this store. The caller saves the clock. */
  setTime(clock: string, time: number): void {
    this.times.set(clock, time)
  }

  /**
   * Stores an event. The sandbox sends it after the commit.
   * @param before the object before the update, for `previous_attributes`
   */
  async emit<K extends Kind>(type: string, { data, clock }: Row<K>, before?: Kinds[K]): Promise<void> {
    const changed =
      before && Object.entries(before).filter(([key, value]) => differs(value, data[key as keyof typeof data]))
    const event: Stripe.EventBase = {
      id: makeId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: await this.time(clock),
      data: {
        object: data as unknown as Stripe.Event.Data.Object,
        ...(changed ? { previous_attributes: Object.fromEntries(changed) } : {})
      },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type: type as Stripe.Event.Type
    }
    await this.add('event', event, { clock, due: this.now })
  }

  /** Saves a change and stores an event about it. */
  async update<K extends Kind>(type: string, row: Row<K>, change: Partial<Kinds[K]>): Promise<void> {
    const before = structuredClone(row.data)
    set(row.data, change)
    await this.save(row)
    await this.emit(type, row, before)
  }

  /**
   * The first invoice or subscription that is due, by the app's clock or by a test clock. `webhooks.ts` sends due
   * events.
   */
  async nextDue(clock: string | null, until: number): Promise<Row<'invoice' | 'subscription'> | null> {
    const { due, seq, kind } = sandboxObjects
    const [row] = await this.tx
      .select()
      .from(sandboxObjects)
      .where(
        and(
          isNotNull(due),
          lte(due, until),
          ne(kind, 'event'),
          clock === null ? sql`${sandboxObjects.clock} is null` : eq(sandboxObjects.clock, clock)
        )
      )
      .orderBy(asc(due), asc(seq))
      .limit(1)
    return row ? rowOf(row) : null
  }
}

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b)

/** The API version whose shapes the SDK's types describe. */
export const API_VERSION = '2026-10-28.endive'

/**
 * Runs all changes of the sandbox one after another, on all nodes. Few people use it at once, so this is fast enough.
 */
export async function lockSandbox(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sandbox'))`)
}

/** The stored response for an idempotency key, if there is one. */
export async function findResponse(tx: Transaction | Database, key: string) {
  const [row] = await tx.select().from(sandboxResponses).where(eq(sandboxResponses.key, key))
  return row ?? null
}

/** Stores the response for an idempotency key. */
export async function insertResponse(
  tx: Transaction | Database,
  row: typeof sandboxResponses.$inferInsert
): Promise<void> {
  await tx.insert(sandboxResponses).values(row)
}

/** Deletes responses from before a time, in seconds. */
export async function forgetResponses(db: Database, before: number): Promise<void> {
  await db.delete(sandboxResponses).where(lt(sandboxResponses.created, before))
}

/** Deletes events from before a time, in seconds, delivered or not. */
export async function forgetEvents(db: Database, before: number): Promise<void> {
  const { kind, created } = sandboxObjects
  await db.delete(sandboxObjects).where(and(eq(kind, 'event'), lt(created, before)))
}

/**
 * Takes the events that are due. A node holds them until `lease`, so no other node sends them meanwhile. If the node
 * stops, another one sends them after that time.
 */
export async function takeEvents(db: Database, now: number, lease: number, most: number): Promise<Row<'event'>[]> {
  const { id, seq, kind, due } = sandboxObjects
  const taken = db
    .select({ id })
    .from(sandboxObjects)
    .where(and(isNotNull(due), lte(due, now), eq(kind, 'event')))
    .orderBy(asc(seq))
    .limit(most)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(sandboxObjects)
    .set({
      due: lease,
      hidden: sql`jsonb_set(${sandboxObjects.hidden}, '{tries}', to_jsonb(coalesce((${sandboxObjects.hidden} ->> 'tries')::int, 0) + 1))`
    })
    .where(inArray(id, taken))
    .returning()
  return rows.sort((a, b) => a.seq - b.seq).map(row => rowOf(row))
}
