/** Sets a person's tokens through the ledger, so that the audit still passes. */
import { sql } from 'drizzle-orm'
import type { Bucket } from '../domain/tokens/tokens.ts'
import type { Caller, World } from './world.ts'

export async function setUses(
  world: World,
  { username }: Caller,
  uses: number,
  bucket: Bucket = 'free'
): Promise<void> {
  const column = sql.identifier(bucket)
  await world.db.execute(sql`
    with person as (select id, ${column} as held from users join balances on user_id = id where username = ${username}),
      changed as (update balances set ${column} = ${uses} from person where user_id = person.id)
    insert into ledger (user_id, bucket, amount, action, created_at)
    select id, ${bucket}, ${uses} - held, 'correction', now() from person where held <> ${uses}`)
}
