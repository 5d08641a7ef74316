/**
 * What a device keeps of the signed-in person, so that their pages open without a connection (D-158): the person, and
 * the last data of the pages that ask for it (`keep` in route-table.ts). Everything is encrypted with a key that no
 * script can read. It is at most 5 MB, of one person, and lasts 14 days without contact to the server.
 */
import type { User } from '../../../domain/accounts/user.ts'
import { randomUuid } from '../client-uuid.ts'

/** @internal Exported for tests only. */
export const MOST_BYTES = 5_000_000
/** @internal Exported for tests only. */
export const LASTS_MS = 14 * 24 * 60 * 60 * 1000

interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

interface Owner {
  person: number
  /** Names the key. Pages of an earlier key are never stored beside it. */
  keyName: string
  key: CryptoKey
  user: Sealed
  /** The last response of the server, by the device's clock. */
  contactAt: number
  /** The server's time minus the device's time, in ms. */
  clockOffset: number
}

/** A size is stored apart from its page, so that the limits read no pages. */
interface Size {
  id: string
  bytes: number
  /** When the server sent the data, or an event changed it, by the device's clock. */
  keptAt: number
  /** Digest of the room. Pages of any other room are removed. */
  room: string | null
}

interface Rows {
  owner: Owner
  sizes: Size
  pages: Sealed
}
export type TableName = keyof Rows

/** The tables inside one transaction. `work` awaits nothing but them. */
export interface Tables {
  get: <Name extends TableName>(table: Name, id: string) => Promise<Rows[Name] | undefined>
  all: <Name extends TableName>(table: Name) => Promise<Rows[Name][]>
  put: <Name extends TableName>(table: Name, id: string, row: Rows[Name]) => Promise<void>
  remove: (table: TableName, id: string) => Promise<void>
  clear: (table: TableName) => Promise<void>
}
export type InTransaction = <Result>(work: (tables: Tables) => Promise<Result>) => Promise<Result>

interface PageToKeep {
  /** The page's contract, parameters and query string. */
  name: unknown
  data: unknown
  /** When the data is from, by the device's clock. */
  updatedAt: number
  /** Names the room of a room's page. */
  room: string | null
}

interface Contact {
  contactAt: number
  clockOffset: number
}

interface Keeper {
  /** Begins to keep pages of this person, and removes those of anyone else. */
  begin: (user: User, contact: Contact) => Promise<void>
  /** Keeps nothing unless the pages on this device are this person's. */
  keep: (person: number, pages: readonly PageToKeep[], contact: Contact) => Promise<void>
  /** The person whose pages are kept. */
  person: () => Promise<({ user: User } & Contact) | null>
  /** The data of one page of this person, and when it is from. */
  read: (person: number, name: unknown) => Promise<{ data: unknown; updatedAt: number } | undefined>
  /** Removes everything, or only what is kept of one person. */
  forget: (person?: number) => Promise<void>
}

const ALGORITHM = 'AES-GCM'
const OWNER = 'owner'

export function createKeeper(inTransaction: InTransaction, now: () => number): Keeper {
  const findOwner = () => inTransaction(tables => tables.get('owner', OWNER))

  async function forget(person?: number): Promise<void> {
    await inTransaction(async tables => {
      const owner = await tables.get('owner', OWNER)
      if (person === undefined || owner?.person === person) await clear(tables)
    })
  }

  /** The owner, unless the device had no contact for too long. */
  async function ownerInTime(): Promise<Owner | undefined> {
    const owner = await findOwner()
    // A clock that was set back must not make the time longer.
    if (!owner || Math.abs(now() - owner.contactAt) <= LASTS_MS) return owner
    await forget()
    return undefined
  }

  return {
    async begin(user, { contactAt, clockOffset }) {
      const before = await ownerInTime()
      const mine = before?.person === user.id ? before : undefined
      const { key, keyName } = mine ?? { key: await newKey(), keyName: randomUuid() }
      const contact = mine && mine.contactAt > contactAt ? mine : { contactAt, clockOffset }
      const sealed = await seal(key, user)
      const owner: Owner = {
        person: user.id,
        key,
        keyName,
        user: sealed,
        contactAt: contact.contactAt,
        clockOffset: contact.clockOffset
      }
      await inTransaction(async tables => {
        if ((await tables.get('owner', OWNER))?.keyName !== keyName) await clear(tables)
        await tables.put('owner', OWNER, owner)
      })
    },
    async keep(person, pages, { contactAt, clockOffset }) {
      const owner = await findOwner()
      if (owner?.person !== person) return
      const rows = await Promise.all(pages.map(page => rowsOf(owner.key, page)))
      await inTransaction(async tables => {
        const found = await tables.get('owner', OWNER)
        // The person has signed out meanwhile.
        if (found?.keyName !== owner.keyName) return
        for (const { size, sealed } of rows) {
          await tables.put('sizes', size.id, size)
          await tables.put('pages', size.id, sealed)
        }
        for (const id of surplus(await tables.all('sizes'))) {
          await tables.remove('sizes', id)
          await tables.remove('pages', id)
        }
        if (contactAt > found.contactAt) await tables.put('owner', OWNER, { ...found, contactAt, clockOffset })
      })
    },
    async person() {
      const owner = await ownerInTime()
      if (!owner) return null
      const { contactAt, clockOffset } = owner
      return { user: (await unseal(owner.key, owner.user)) as User, contactAt, clockOffset }
    },
    async read(person, name) {
      const owner = await ownerInTime()
      if (owner?.person !== person) return undefined
      const id = await digest(name)
      const [page, size] = await inTransaction(async tables => [
        await tables.get('pages', id),
        await tables.get('sizes', id)
      ])
      return page && size && { data: await unseal(owner.key, page), updatedAt: size.keptAt }
    },
    forget
  }
}

async function clear(tables: Tables): Promise<void> {
  for (const table of ['owner', 'sizes', 'pages'] as const) await tables.clear(table)
}

/** The ids of pages to remove: those of earlier rooms, then the oldest beyond the limit. */
function surplus(sizes: readonly Size[]): string[] {
  const newest = sizes.toSorted((a, b) => b.keptAt - a.keptAt)
  const room = newest.find(size => size.room !== null)?.room
  let bytes = 0
  return newest.flatMap(size => {
    if (size.room !== null && size.room !== room) return size.id
    if (bytes + size.bytes > MOST_BYTES) return size.id
    bytes += size.bytes
    return []
  })
}

async function rowsOf(key: CryptoKey, page: PageToKeep): Promise<{ size: Size; sealed: Sealed }> {
  const sealed = await seal(key, page.data)
  const room = page.room === null ? null : await digest(page.room)
  return { sealed, size: { id: await digest(page.name), bytes: sealed.data.byteLength, keptAt: page.updatedAt, room } }
}

/** The browser can use the key, but no script can read it. */
const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])

async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(value))
  return { iv, data: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, text) }
}

async function unseal(key: CryptoKey, { iv, data }: Sealed): Promise<unknown> {
  const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, data)
  return JSON.parse(new TextDecoder().decode(text))
}

/** The address of a page may name things of the person, so only its digest is stored. */
async function digest(value: unknown): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(value))
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
