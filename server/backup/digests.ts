/** Computes a digest of each table, to compare two databases without loading either of them. */
import { Client, type ClientConfig } from 'pg'
import { list, listTables, PLAIN_TEXT } from './backup.ts'

export type Digests = Map<string, string>

/**
 * Computes for each table the number of rows and the sum of their hashes: the first eight bytes of the MD5 of each row.
 * The order of the rows does not matter.
 */
export async function digestsOf(connection: ClientConfig): Promise<Digests> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`${PLAIN_TEXT}; set timezone = 'UTC'`)
    const digests: Digests = new Map()
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 16))::bit(64)::bigint::numeric), 0) as digest
         from ${list([name])} t`
      )
      digests.set(name, rows[0]?.digest ?? '')
    }
    return digests
  } finally {
    await client.end()
  }
}

/** The tables that differ between two databases. */
export function differencesOf(some: Digests, others: Digests): string[] {
  return [...new Set([...some.keys(), ...others.keys()])].filter(name => some.get(name) !== others.get(name))
}
