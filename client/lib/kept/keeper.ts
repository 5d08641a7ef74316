/**
 * What a device keeps of the signed-in person, so that their pages open without a connection (D-158): the person, and
 * the last data of the pages that ask for it (`keep` in route-table.ts). Everything is encrypted with a key that no
 * script can read. It is at most 5 MB, of one person, and lasts 14 days without contact to the server.
 */
import type { User } from '../../../domain/accounts/user.ts'
import { randomUuid } from '../client-uuid.ts'
import { digest, newKey, type Sealed, seal, unseal } from './seal.ts'
import type { InTransaction, Owner, Size, Tables } from './tables.ts'

/** @internal Exported for tests only. */
export const MOST_BYTES = 5_000_000
/** @internal Exported for tests only. */
export const LASTS_MS = 14 * 24 * 60 * 60 * 1000

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
