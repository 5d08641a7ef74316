/** Stores the objects of the sandbox in the database, and the events about their changes. */
import { randomInt } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, ne, not, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Database, Transaction } from '../server/db/database.ts'
import { sandboxObjects, sandboxResponses } from '../server/db/schema/billing/billing-sandbox.ts'
import type { Behaviour } from './cards.ts'
import { missing } from './faults.ts'

/** The kinds of objects, by the value of their field `object`. A reference is stored as an id. */
interface Kinds {
  /** The keys of the sandbox. No call returns them. */
  account: { id: string }
  charge: Stripe.Charge
  customer: Stripe.Customer
  dispute: Stripe.Dispute
  event: Stripe.EventBase
  invoice: Stripe.Invoice
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  price: Stripe.Price
  product: Stripe.Product
  refund: Stripe.Refund
  setup_intent: Stripe.SetupIntent
  subscription: Stripe.Subscription
}
export type Kind = keyof Kinds

/** Stored fields that no call returns. */
interface Hidden {
  keys?: Keys
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

export interface Keys {
  secret: string
  publishable: string
  webhook: string
}

export interface Row<K extends Kind> {
  kind: K
  data: Kinds[K]
  hidden: Hidden
  /** When the object next needs work, in seconds. */
  due: number | null
}

const rowOf = <K extends Kind>({ kind, data, hidden, due }: typeof sandboxObjects.$inferSelect): Row<K> => ({
  kind: kind as K,
  data: data as Kinds[K],
  hidden: hidden as Hidden,
  due
})

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits that nobody can guess. */
export function secretText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** A new id with the prefix of its kind. */
export const makeId = (prefix: string): string => `${prefix}_${secretText(24)}`

/** The id of a reference. Stored references are ids. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** The part of a list that a call returns. */
export interface Page {
  limit: number
  starting_after?: string
  /** Leaves out the objects whose data contain this. */
  not?: object
}

const contains = (part: object): SQL => sql`${sandboxObjects.data} @> ${JSON.stringify(part)}::jsonb`

/** Reads and writes objects within one transaction, or for one read. */
export class Store {
  readonly tx: Transaction | Database
  /** The app's clock, in seconds. */
  readonly now: number

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
    return (await this.find(kind, id)) ?? Promise.reject(missing(kind, id, param))
  }

  /**
   * Lists objects, newest first. With a limit it returns one more, which shows that there are more.
   * @param filter JSON that their data must contain
   */
  async list<K extends Kind>(kind: K, filter: object, page?: Page): Promise<Row<K>[]> {
    const after = page?.starting_after
    const query = this.tx
      .select()
      .from(sandboxObjects)
      .where(
        and(
          eq(sandboxObjects.kind, kind),
          Object.keys(filter).length > 0 ? contains(filter) : undefined,
          page?.not && not(contains(page.not)),
          after === undefined
            ? undefined
            : sql`${sandboxObjects.seq} < (select o.seq from ${sandboxObjects} o where o.id = ${after})`
        )
      )
      .orderBy(desc(sandboxObjects.seq))
    const rows = await (page ? query.limit(page.limit + 1) : query)
    return rows.map(row => rowOf<K>(row))
  }

  /** Stores a new object, and an event about it if the type is given. */
  async add<K extends Kind>(
    kind: K,
    data: Kinds[K],
    { event, hidden = {}, due = null }: { event?: string; hidden?: Hidden; due?: number | null } = {}
  ): Promise<Row<K>> {
    const row = { kind, data, hidden, due }
    await this.tx.insert(sandboxObjects).values({ id: data.id, ...row, created: this.now })
    if (event) await this.emit(event, row)
    return row
  }

  /** Saves a changed object. */
  async save<K extends Kind>({ data, hidden, due }: Row<K>): Promise<void> {
    await this.tx.update(sandboxObjects).set({ data, hidden, due }).where(eq(sandboxObjects.id, data.id))
  }

  /** Saves a change and stores an event about it. */
  async update<K extends Kind>(type: string, row: Row<K>, change: Partial<Kinds[K]>): Promise<void> {
    const before = structuredClone(row.data)
    Object.assign(row.data, change)
    await this.save(row)
    await this.emit(type, row, before)
  }

  /**
   * Stores an event. The sandbox sends it after the commit.
   * @param before the object before the update, for `previous_attributes`
   */
  async emit<K extends Kind>(type: string, { data }: Row<K>, before?: Kinds[K]): Promise<void> {
    const changed =
      before && Object.entries(before).filter(([key, value]) => differs(value, data[key as keyof typeof data]))
    const event: Stripe.EventBase = {
      id: makeId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now,
      data: {
        object: data as unknown as Stripe.Event.Data.Object,
        ...(changed ? { previous_attributes: Object.fromEntries(changed) } : {})
      },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type: type as Stripe.Event.Type
    }
    await this.add('event', event, { due: this.now })
  }

  /**
   * The first invoice or subscription that is due. `webhooks.ts` sends due events. Earlier versions had test clocks.
   * Their objects are never due.
   */
  async nextDue(): Promise<Row<'invoice' | 'subscription'> | null> {
    const { due, seq, kind, clock } = sandboxObjects
    const [row] = await this.tx
      .select()
      .from(sandboxObjects)
      .where(and(isNotNull(due), lte(due, this.now), ne(kind, 'event'), isNull(clock)))
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
  const { id, seq, kind, due, hidden } = sandboxObjects
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
      hidden: sql`jsonb_set(${hidden}, '{tries}', to_jsonb(coalesce((${hidden} ->> 'tries')::int, 0) + 1))`
    })
    .where(inArray(id, taken))
    .returning()
  return rows.sort((a, b) => a.seq - b.seq).map(row => rowOf(row))
}
