/** What a person has left, set through the ledger so that the audit of the database still adds up. */
import { sql } from 'drizzle-orm'
import type { Caller, World } from './world.ts'

export async function setUses(world: World, { username }: Caller, uses: number): Promise<void> {
  await world.db.execute(sql`
    with person as (select id, free from users join balances on user_id = id where username = ${username}),
      changed as (update balances set free = ${uses} from person where user_id = person.id)
    insert into ledger (user_id, bucket, amount, action, created_at)
    select id, 'free', ${uses} - free, 'correction', now() from person where free <> ${uses}`)
}
